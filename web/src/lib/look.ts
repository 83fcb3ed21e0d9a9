// How a game shows itself: what it publishes, or, if it says nothing, something of its own made from its name.
import type { GameInfo, Look } from '../protocol'

const spare = ['#9aa5d8', '#c28fc0', '#7fb2cf', '#c9a27a']

export function lookOf(game: string, published: Look | null | undefined): Look {
  if (published) return published
  return { accent: spare[variant(game, spare.length)]!, emblem: 'all-seeing-eye', art: ['all-seeing-eye', 'portal', 'candles'], mood: '' }
}

/** A kind of bot, as the server calls it. */
export type BotKind = GameInfo['bots'][number]['kind']

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** A seat's number as it is carved at the table. */
export const numeral = (seat: number): string => NUMERALS[seat] ?? String(seat + 1)

/** A stable small number from a text, to choose among variants. */
export function variant(text: string, count: number): number {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return hash % count
}

const HUES = ['#d9a441', '#7fb4e6', '#dda0c2', '#8fbf7f', '#ec9577', '#b9a8ee', '#5fc2b4', '#c9c2b2']

/** The colour of a seat's own figures; they bear its numeral too, so that nobody needs to tell colours apart. */
export const seatHue = (seat: number): string => HUES[seat % HUES.length]!
