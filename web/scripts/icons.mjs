// The module `virtual:icons`: of the icon set, only what `icons.txt` names.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const list = new URL('../icons.txt', import.meta.url)
const require = createRequire(import.meta.url)

/** The names in `icons.txt`, without comments. */
export function names() {
  const lines = readFileSync(list, 'utf8').split('\n')
  return [...new Set(lines.flatMap((line) => line.replace(/#.*/, '').split(/\s+/)).filter(Boolean))].sort()
}

/** Each named icon's drawing, without the set's fixed colour. */
export function drawings() {
  const set = require('@iconify-json/game-icons/icons.json')
  const body = (name) => set.icons[name]?.body ?? set.icons[set.aliases?.[name]?.parent]?.body
  return Object.fromEntries(
    names().map((name) => {
      const found = body(name)
      if (!found) throw new Error(`icons.txt: no icon is called "${name}"`)
      return [name, [...found.matchAll(/\bd="([^"]+)"/g)].map((match) => match[1]).join('')]
    }),
  )
}

/** The Vite plugin. */
export function icons() {
  const id = 'virtual:icons'
  return {
    name: 'icons',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(list.pathname)
      return `export default ${JSON.stringify(drawings())}`
    },
  }
}
