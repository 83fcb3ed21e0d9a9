// The emblem of a card, drawn by code in a field of 100 by 100: its kind gives the outline, its keywords the studs on it,
// its name the rosette inside and the ring of runes round that.
import { lotOf } from './lot'

export interface Emblem {
  /** By how much the colours are turned away from those of the kind, in degrees. */
  turn: number
  outline: string
  studs: string
  /** Filled, and drawn as lines. */
  rosette: string
  thread: string
  runes: string
}

const round = (n: number) => String(Math.round(n * 10) / 10)
const at = (angle: number, far: number): [number, number] => [50 + far * Math.sin(angle), 50 - far * Math.cos(angle)]
const point = (angle: number, far: number) => at(angle, far).map(round).join(' ')
const TURN = 2 * Math.PI

const disc = (angle: number, far: number, size: number) => {
  const [x, y] = at(angle, far)
  return `M${round(x - size)} ${round(y)}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0Z`
}

/** A closed line through so many corners. */
const polygon = (corners: number, far: number, turned = 0, every = 1) =>
  `M${Array.from({ length: corners }, (_, n) => point(((n * every) / corners + turned) * TURN, far)).join('L')}Z`

/** A closed line whose corners lie by turns farther out and farther in. */
const jagged = (corners: number, far: number, near: number) =>
  `M${Array.from({ length: 2 * corners }, (_, n) => point((n / corners / 2) * TURN, n % 2 ? near : far)).join('L')}Z`

/** All of them hold the ring of runes. */
const OUTLINES = [
  disc(0, 0, 47),
  polygon(8, 49, 1 / 16),
  polygon(6, 52),
  polygon(4, 64, 1 / 8),
  jagged(16, 50, 46),
  polygon(6, 52, 1 / 12),
  jagged(8, 52, 46),
  jagged(32, 49, 46),
]

/** The leaves of a rosette: each a closed path from near the middle outwards. */
type Leaf = (angle: number, near: number, far: number, width: number) => string
const LEAVES: Leaf[] = [
  (a, near, far, w) => `M${point(a, near)}Q${point(a + w, (near + far) / 2)} ${point(a, far)}Q${point(a - w, (near + far) / 2)} ${point(a, near)}Z`,
  (a, near, far, w) => `M${point(a - w / 2, near)}L${point(a, far)}L${point(a + w / 2, near)}Z`,
  (a, near, far, w) => `M${point(a - w / 3, near)}L${point(a - w / 5, far)}L${point(a + w / 5, far)}L${point(a + w / 3, near)}Z`,
  (a, near, far, w) => `M${point(a, near)}L${point(a - w / 2, far - 4)}L${point(a, far)}L${point(a + w / 2, far - 4)}Z`,
  (a, near, far, w) => `M${point(a, near)}Q${point(a + w, near)} ${point(a + w / 2, far)}Q${point(a + w / 3, (near + far) / 2)} ${point(a, near)}Z`,
  (a, near, far) => `M${point(a - 0.04, near)}L${point(a - 0.03, far - 5)}L${point(a + 0.03, far - 5)}L${point(a + 0.04, near)}Z${disc(a, far - 3, 3)}`,
]
const ORDERS = [3, 4, 5, 6, 7, 8, 9]
const LENGTHS = [31, 34, 38]
const RUNES = 15
const HUES = 12

export interface Card {
  kind: string
  keywords: string[]
  name: string
}

export function emblemOf({ kind, keywords, name }: Card): Emblem {
  const lot = lotOf(`${name}/${kind}`)
  const order = lot.of(ORDERS)
  const layer = (offset: number) => {
    const leaf = lot.of(LEAVES)
    const [near, far, width] = [lot.of([20, 24]), lot.of(LENGTHS), (TURN / order) * lot.of([0.5, 0.8])]
    return Array.from({ length: order }, (_, n) => leaf(((n + offset) / order) * TURN, near, far, width)).join('')
  }
  const rosette = layer(0) + layer(0.5)
  const thread = lot.of(['', polygon(order, 36), polygon(order, 38, 0.5 / order), order > 4 ? polygon(order % 2 ? order : order + 1, 38, 0, 2) : polygon(2 * order, 35), disc(0, 0, 31)])
  const runes = Array.from({ length: RUNES }, (_, n) => lot.of(['', disc((n / RUNES) * TURN, 41, 1.2), `M${point((n / RUNES) * TURN, 38.5)}L${point((n / RUNES) * TURN, 43.5)}`])).join('')
  const studs = [...new Set(keywords)].map((word) => disc(lotOf(word).below(24) * (TURN / 24), 46, 2.6)).join('')
  return { turn: (lot.below(HUES) * 360) / HUES, outline: OUTLINES[lotOf(kind).below(OUTLINES.length)]!, studs, rosette, thread, runes }
}
