// Choices made by a text: the same text always makes the same ones, other texts make others.
export interface Lot {
  /** A whole number from 0 up to, but not including, a bound. */
  below(bound: number): number
  /** One of several. */
  of<T>(several: readonly T[]): T
}

export function lotOf(text: string): Lot {
  let state = 2166136261
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619) >>> 0
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
  return { below, of: (several) => several[below(several.length)]! }
}
