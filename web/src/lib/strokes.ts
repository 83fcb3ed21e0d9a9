// The lines of a map as SVG paths. Everything is in pixels: nothing is stretched when the map is.
import type { Way } from '../protocol'

export interface Point {
  x: number
  y: number
}

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** A closed curve through points: a coast. */
export function coast(points: Point[]): string {
  const n = points.length
  if (n < 3) return ''
  const point = (i: number) => points[(i + n) % n]!
  let path = `M${at(points[0]!)}`
  for (let i = 0; i < n; i++) {
    const [p0, p1, p2, p3] = [point(i - 1), point(i), point(i + 1), point(i + 2)]
    const a = { x: p1.x + (p2.x - p0.x) / 6, y: p1.y + (p2.y - p0.y) / 6 }
    const b = { x: p2.x - (p3.x - p1.x) / 6, y: p2.y - (p3.y - p1.y) / 6 }
    path += `C${at(a)} ${at(b)} ${at(p2)}`
  }
  return `${path}Z`
}

/** The middle of points. */
export function middle(points: Point[]): Point {
  const sum = points.reduce((all, each) => ({ x: all.x + each.x, y: all.y + each.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

export interface Stroke extends Way {
  from: Point
  to: Point
}

export interface Strokes {
  roads: string
  /** The brink of a cliff, and the strokes that run down from it. */
  cliffs: string
  hachures: string
  closed: string
  crosses: string
  arrows: string
  heads: string
  numbers: { x: number; y: number; text: string }[]
}

/** How far a line ends before the middle of a place, and the size of its signs. */
const SHORT = 19
const TICK = 6
const CROSS = 5
const HEAD = 8

/** Ways as lines that can be told apart without colour, between places that are drawn so much larger. */
export function strokes(ways: Stroke[], grow = 1): Strokes {
  const short = SHORT * grow
  const made: Strokes = { roads: '', cliffs: '', hachures: '', closed: '', crosses: '', arrows: '', heads: '', numbers: [] }
  for (const way of ways) {
    const far = Math.hypot(way.to.x - way.from.x, way.to.y - way.from.y)
    if (far < 1) continue
    const u = { x: (way.to.x - way.from.x) / far, y: (way.to.y - way.from.y) / far }
    const along = (much: number, aside = 0): Point => ({ x: way.from.x + u.x * much - u.y * aside, y: way.from.y + u.y * much + u.x * aside })
    const [begin, end] = far > 2 * short + 4 ? [short, far - short] : [far * 0.3, far * 0.7]
    const line = `M${at(along(begin))}L${at(along(end))}`
    const half = (begin + end) / 2
    if (way.kind === 'cliff') {
      made.cliffs += line
      for (let much = begin + 2; much <= end; much += TICK) made.hachures += `M${at(along(much))}L${at(along(much, TICK))}`
    } else if (way.kind === 'closed') {
      made.closed += line
      for (const side of [1, -1]) made.crosses += `M${at(along(half - CROSS, side * CROSS))}L${at(along(half + CROSS, -side * CROSS))}`
    } else if (way.kind === 'arrow') {
      made.arrows += `M${at(along(begin))}L${at(along(end - HEAD / 2))}`
      made.heads += head(along(end), along(end - 1.5 * HEAD, HEAD * 0.75), along(end - 1.5 * HEAD, -HEAD * 0.75))
    } else made.roads += line
    if (way.one_way && way.kind !== 'arrow') {
      const tip = half + HEAD / 2 + (way.kind === 'closed' ? 2.5 * CROSS : 0)
      made.heads += head(along(tip), along(tip - HEAD, HEAD * 0.7), along(tip - HEAD, -HEAD * 0.7))
    }
    if (way.label) made.numbers.push({ ...along(way.kind === 'arrow' ? begin + (end - begin) * 0.42 : half), text: way.label })
  }
  return made
}

const head = (tip: Point, one: Point, other: Point) => `M${at(tip)}L${at(one)}L${at(other)}Z`

/** Corners of a shape, how far it is turned (in parts of a full turn), its size, and how deep every other corner lies. */
const SHAPES: Record<string, [corners: number, turn: number, size: number, inner?: number]> = {
  square: [4, 1 / 8, 1.22],
  diamond: [4, 0, 1.16],
  hexagon: [6, 0, 1.08],
  triangle: [3, 0, 1.34],
  star: [16, 0, 1.2, 0.8],
}

/** The outline of a place round the origin. */
export function shapePath(shape: string, size: number): string {
  const [corners, turn, large, inner = 1] = SHAPES[shape] ?? [0, 0, 1]
  if (!corners) return `M0 ${-size}A${size} ${size} 0 1 1 0 ${size}A${size} ${size} 0 1 1 0 ${-size}Z`
  const points = Array.from({ length: corners }, (_, n) => {
    const angle = 2 * Math.PI * (n / corners + turn)
    const far = size * large * (n % 2 ? inner : 1)
    return at({ x: far * Math.sin(angle), y: -far * Math.cos(angle) })
  })
  return `M${points.join('L')}Z`
}
