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

const COLOURS: Record<string, [face: string, ink: string]> = {
  bone: ['#eee4cc', '#221a12'],
  iron: ['#8b939e', '#0b0d10'],
  steel: ['#b6c0ca', '#10151a'],
  silver: ['#d6dade', '#15181b'],
  gold: ['#e2bd5c', '#231a06'],
  bronze: ['#c08a52', '#1f1305'],
  copper: ['#cf7f56', '#1d0f07'],
  black: ['#26272d', '#ece4d2'],
  white: ['#f7f4ec', '#1c1a17'],
  red: ['#b23a32', '#fff3e6'],
  blue: ['#2f5f94', '#f0f5ff'],
  green: ['#3c7348', '#f0fff0'],
  yellow: ['#e5cb4f', '#211c05'],
  purple: ['#6b4a8e', '#f7f0ff'],
}

/** The face and the ink of a die of this colour or metal; one that nobody knows is as good as bone. */
export const dieColours = (colour: string): [face: string, ink: string] => COLOURS[colour] ?? COLOURS.bone!
