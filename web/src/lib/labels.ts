// Where labels go on a map, so that no two of them overlap and none covers a place.
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Wanted {
  id: string
  /** The middle of what the label belongs to, and how far it must stay away from that. */
  x: number
  y: number
  away: number
  width: number
  height: number
  /** Those that matter more are placed first. */
  weight: number
  /** Other points that it may stand on, where it belongs to a stretch of ground. */
  elsewhere?: { x: number; y: number }[]
}

export interface Line {
  x1: number
  y1: number
  x2: number
  y2: number
}

export const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Pixels between any two things. */
const AIR = 2
/** What it costs a label to lie on a line, and to stand less well than on the right. */
const CROSSING = 3

/** The boxes in which a label could stand, the best first: right, left, below, above, then aslant. */
function candidates({ x, y, away, width, height, elsewhere = [] }: Wanted): Box[] {
  const box = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height })
  const [mid, half] = [y - height / 2, x - width / 2]
  const aslant = away * 0.72
  return [
    box(x + away, mid),
    box(x - away - width, mid),
    box(half, y + away),
    box(half, y - away - height),
    box(x + aslant, y + aslant),
    box(x - aslant - width, y + aslant),
    box(x + aslant, y - aslant - height),
    box(x - aslant - width, y - aslant - height),
    ...elsewhere.map((point) => box(point.x - width / 2, point.y - height / 2)),
  ]
}

/** Whether a line goes through a box. */
export function crosses(line: Line, box: Box): boolean {
  let [from, to] = [0, 1]
  const dx = line.x2 - line.x1
  const dy = line.y2 - line.y1
  for (const [p, q] of [[-dx, line.x1 - box.left], [dx, box.right - line.x1], [-dy, line.y1 - box.top], [dy, box.bottom - line.y1]] as const) {
    if (p === 0) {
      if (q < 0) return false
      continue
    }
    const at = q / p
    if (p < 0) from = Math.max(from, at)
    else to = Math.min(to, at)
  }
  return from <= to
}

/**
 * A box for every label that finds room inside the bounds without touching a place or another label. The heavier go
 * first; each takes, of the boxes that are free, the one that lies on the fewest lines.
 */
export function placeLabels(wanted: Wanted[], taken: Box[], lines: Line[], bounds: Box): Map<string, Box> {
  const found = new Map<string, Box>()
  const occupied = [...taken]
  for (const label of [...wanted].sort((a, b) => b.weight - a.weight)) {
    let best: Box | undefined
    let least = Infinity
    candidates(label).forEach((box, rank) => {
      const wide = { left: box.left - AIR, top: box.top - AIR, right: box.right + AIR, bottom: box.bottom + AIR }
      if (wide.left < bounds.left || wide.top < bounds.top || wide.right > bounds.right || wide.bottom > bounds.bottom) return
      if (rank >= least || occupied.some((other) => overlap(wide, other))) return
      const cost = rank + CROSSING * lines.filter((line) => crosses(line, box)).length
      if (cost < least) [best, least] = [box, cost]
    })
    if (!best) continue
    found.set(label.id, best)
    occupied.push(best)
  }
  return found
}
