// Makes src/protocol.ts from protocol.schema.json; with --check, fails if it is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const source = new URL('../protocol.schema.json', import.meta.url)
const target = new URL('../src/protocol.ts', import.meta.url)

const schema = JSON.parse(readFileSync(source, 'utf8'))

/** Names come from $defs, and no object has more fields than it says. */
function tidy(node) {
  if (!node || typeof node !== 'object') return
  if (typeof node.title === 'string') delete node.title
  if (node.type === 'object' && node.properties) node.additionalProperties = false
  Object.values(node).forEach(tidy)
}
tidy(schema.$defs)

const names = Object.keys(schema.$defs)
const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
const text = await compile(
  { type: 'object', title: 'Everything', properties, additionalProperties: false, $defs: schema.$defs },
  'Everything',
  {
    bannerComment: '// Made from protocol.schema.json by `npm run types`. Do not edit.',
    style: { semi: false, singleQuote: true, printWidth: 120 },
    unknownAny: true,
  },
)

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('src/protocol.ts is stale: run `npm run types`')
    process.exit(1)
  }
} else writeFileSync(target, text)
