// Hands of many cards: by kind, with what can be played now apart from what cannot.
import type { Piece, Tie } from '../protocol'

/** So many cards of several kinds are folded by kind. */
const MANY = 8

export interface Kind {
  name: string
  pieces: Piece[]
}

/** The cards of a hand by their first tag, in the order in which kinds first lie there. */
export function kinds(pieces: Piece[]): Kind[] {
  const found = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const name = piece.tags?.[0] ?? ''
    found.set(name, [...(found.get(name) ?? []), piece])
  }
  return [...found].map(([name, of]) => ({ name, pieces: of }))
}

/** Whether a hand is so large that it is folded. */
export const isLarge = (pieces: Piece[]): boolean => pieces.length > MANY && kinds(pieces).length > 1

/** The directions round a card, row by row of a frame of three by three; the middle has none. */
export const SIDES = ['northwest', 'north', 'northeast', 'west', '', 'east', 'southwest', 'south', 'southeast']

/** An arrow between seats in words. */
export const tieInWords = (tie: Tie, who: (seat: number) => string): string => `${who(tie.start)} ${tie.title || 'to'} ${who(tie.end)}`
