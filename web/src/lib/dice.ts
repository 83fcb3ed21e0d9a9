// Dice in words and in groups: what they show, which pool they belong to, what they count for.
import type { Die, Need, Piece, Side, Zone } from '../protocol'

/** One side in words: its number, its symbols, its drops. */
export function sideInWords(side: Side): string {
  const drops = side.drops ? `${side.drops} drop${side.drops === 1 ? '' : 's'}` : ''
  return [side.number == null ? '' : String(side.number), ...(side.symbols ?? []), drops].filter(Boolean).join(' + ') || 'blank'
}

/** What has become of the number that a die shows. */
export function change(die: Die): '' | 'lowered' | 'raised' {
  const [now, shows] = [die.now, die.shows?.number]
  if (now == null || shows == null || now === shows) return ''
  return now < shows ? 'lowered' : 'raised'
}

/** A die in words: what it shows, what it is made of, and what has become of it. */
export function dieInWords(piece: Piece, counts: string[] = []): string {
  const die = piece.die ?? {}
  const name = piece.title || (die.shows ? sideInWords(die.shows) : 'not rolled')
  const changed = change(die)
  const notes = [die.colour ?? 'bone', changed ? `${changed} to ${die.now}` : '', die.crossed ? 'crossed out' : '', ...counts.map((each) => `for ${each}`)]
  return `${name} (${notes.filter(Boolean).join(', ')})`
}

export interface Pool {
  owner: number | null
  colour: string
  pieces: Piece[]
}

/** Dice by owner and then by colour, in the order in which they first lie there; all else is a pool of its own. */
export function pools(pieces: Piece[]): Pool[] {
  const found = new Map<string, Pool>()
  for (const piece of pieces) {
    const colour = piece.die ? (piece.die.colour ?? 'bone') : ''
    const key = `${piece.owner ?? ''} ${colour}`
    const pool = found.get(key) ?? { owner: piece.owner ?? null, colour, pieces: [] }
    pool.pieces.push(piece)
    found.set(key, pool)
  }
  return [...found.values()]
}

/** Whether the dice of a zone lie in pools that are worth telling apart. */
export const isPooled = (zone: Zone): boolean => (zone.pieces ?? []).some((piece) => piece.die) && pools(zone.pieces ?? []).length > 1

/** What dice must still show, as in "2 and a Blade"; empty if all is there. */
export function stillNeeded(needs: Need[]): string {
  const open = needs.filter((need) => !need.met_by).map((need) => need.title)
  return open.length > 1 ? `${open.slice(0, -1).join(', ')} and ${open.at(-1)}` : (open[0] ?? '')
}

/** The needs that dice count for, by the id of the die. */
export function countsFor(zones: Iterable<Zone>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const zone of zones) {
    for (const need of zone.needs ?? []) if (need.met_by) found.set(need.met_by, [...(found.get(need.met_by) ?? []), need.title])
  }
  return found
}

/** The faces that words name, by their places in the list; a sentence that says what is wrong if they name none. */
export function readFaces(words: string, wanted: { names: string[]; count: number }): number[] | string {
  const parts = words.toLowerCase().split(words.includes(',') ? ',' : /\s+/).map((part) => part.trim()).filter(Boolean)
  const found: number[] = []
  for (const part of parts) {
    const whole = wanted.names.findIndex((name) => name.toLowerCase() === part)
    const near = wanted.names.flatMap((name, place) => (name.toLowerCase().startsWith(part) ? [place] : []))
    const place = whole >= 0 ? whole : near.length === 1 ? near[0]! : -1
    if (place < 0) return `“${part}” is none of: ${wanted.names.join(', ')}.`
    found.push(place)
  }
  return found.length === wanted.count ? found : `${wanted.count} faces are needed, not ${found.length}.`
}
