// The face of somebody who has none: a mask drawn from a name, in a field of 64 by 64.
import { lotOf } from './lot'

export interface Face {
  hue: number
  /** What is worn on the head, the head itself, and its features, as paths. */
  crown: string
  head: string
  eyes: string
  lines: string
}

const HEADS = [
  'M14 26C14 14 22 9 32 9S50 14 50 26C50 42 42 56 32 56S14 42 14 26Z',
  'M13 22C16 12 24 9 32 9S48 12 51 22C52 34 46 46 32 57C18 46 12 34 13 22Z',
  'M15 14H49V36C49 48 42 56 32 56S15 48 15 36Z',
  'M12 30C12 16 21 9 32 9S52 16 52 30C52 44 44 55 32 55S12 44 12 30Z',
  'M18 10H46L51 28L42 54H22L13 28Z',
]
const CROWNS = [
  '',
  'M12 24L6 4L22 12ZM52 24L58 4L42 12Z',
  'M10 26C6 6 20 2 32 2S58 6 54 26C50 14 42 11 32 11S14 14 10 26Z',
  'M14 16L12 2L22 9L32 1L42 9L52 2L50 16Z',
  'M32 12C26 8 26 2 32 0C38 2 38 8 32 12ZM18 14C13 12 12 6 16 3C21 5 22 10 18 14ZM46 14C51 12 52 6 48 3C43 5 42 10 46 14Z',
  'M8 34C4 14 14 3 32 3S60 14 56 34L58 58L47 50C52 40 51 14 32 12C13 14 12 40 17 50L6 58Z',
]
const EYES = [
  'M18 29Q24 23 29 29Q24 34 18 29ZM35 29Q40 23 46 29Q40 34 35 29Z',
  'M20 26H28V31H20ZM36 26H44V31H36Z',
  'M24 25A4 4 0 1 1 23.9 25ZM40 25A4 4 0 1 1 39.9 25Z',
  'M18 25L29 30L20 33ZM46 25L35 30L44 33Z',
  'M18 31Q24 24 29 30L28 32Q24 29 19 33ZM46 31Q40 24 35 30L36 32Q40 29 45 33Z',
]
const MOUTHS = ['M25 45Q32 50 39 45', 'M26 47Q32 42 38 47', 'M25 46H39', 'M27 44Q32 53 37 44Z', 'M24 44L28 47L32 44L36 47L40 44']
const NOSES = ['M32 30V39L28 40', 'M32 28L29 39H35', 'M30 38Q32 40 34 38', 'M32 26V40']
const SIGNS = ['', 'M32 12V20', 'M27 15L32 20L37 15', 'M32 13A3 3 0 1 1 31.9 13Z', 'M17 38L23 42M47 38L41 42', 'M20 46V52M44 46V52', 'M18 20L29 23M46 20L35 23']

/** How many different colours faces have. */
const HUES = 12

export function faceOf(name: string): Face {
  const lot = lotOf(name)
  return {
    hue: (lot.below(HUES) * 360) / HUES,
    head: lot.of(HEADS),
    crown: lot.of(CROWNS),
    eyes: lot.of(EYES),
    lines: lot.of(MOUTHS) + lot.of(NOSES) + lot.of(SIGNS),
  }
}
