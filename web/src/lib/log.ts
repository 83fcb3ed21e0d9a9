// The log as one reads it: by turns, and what happens again within a few lines only counted.
import type { Told } from '../protocol'

export interface Line {
  /** Where in the log it stands. */
  at: number
  text: string
  rule: string
  times: number
}

export interface Turn {
  /** Where in the log it begins. */
  at: number
  /** What is said when it begins; empty for what comes before the first. */
  title: string
  rule: string
  lines: Line[]
}

/** The event with which a turn begins, in every game that has turns. */
const TURN = 'turn'
/** Something said again is counted where it was said first, if no more than so many lines stand between. */
const NEAR = 3

/** A log by turns. Where `every` line is wanted nothing is folded. */
export function turnsOf(log: Told[], every: boolean, first = 0): Turn[] {
  const turns: Turn[] = []
  log.forEach(({ text, rule = '', key }, place) => {
    const at = first + place
    if (key === TURN) return void turns.push({ at, title: text, rule, lines: [] })
    if (!turns.length) turns.push({ at, title: '', rule: '', lines: [] })
    const { lines } = turns[turns.length - 1]!
    const same = every ? undefined : lines.slice(-1 - NEAR).find((line) => line.text === text)
    if (same) same.times += 1
    else lines.push({ at, text, rule, times: 1 })
  })
  return turns
}
