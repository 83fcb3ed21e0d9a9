// The module `virtual:icons`: of the icon set, only what the client and the games name in their `icons.txt`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const games = new URL('../../src/eschaton/games/', import.meta.url)
const require = createRequire(import.meta.url)

/** The lists there are: the client's own, and one of each game that has any. */
export function lists() {
  const folders = readdirSync(games, { withFileTypes: true }).filter((each) => each.isDirectory())
  const theirs = folders.map((each) => new URL(`${each.name}/icons.txt`, games)).filter((list) => existsSync(list))
  return [new URL('../icons.txt', import.meta.url), ...theirs].map((list) => fileURLToPath(list))
}

/** The names in a list, without comments. */
function names(list) {
  return readFileSync(list, 'utf8').split('\n').flatMap((line) => line.replace(/#.*/, '').split(/\s+/)).filter(Boolean)
}

/** Each named icon's drawing, without the set's fixed colour. */
export function drawings() {
  const set = require('@iconify-json/game-icons/icons.json')
  const body = (name) => set.icons[name]?.body ?? set.icons[set.aliases?.[name]?.parent]?.body
  const found = lists().flatMap((list) =>
    names(list).map((name) => {
      if (!body(name)) throw new Error(`${list}: no icon is called "${name}"`)
      return [name, [...body(name).matchAll(/\bd="([^"]+)"/g)].map((match) => match[1]).join('')]
    }),
  )
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The Vite plugin. */
export function icons() {
  const id = 'virtual:icons'
  return {
    name: 'icons',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      for (const list of lists()) this.addWatchFile(list)
      return `export default ${JSON.stringify(drawings())}`
    },
  }
}
