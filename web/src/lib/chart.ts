// Maps and arenas as data: where places lie, what is said of them, and the way from one to another. Nothing here draws.
import type { Piece, Scene, Spot, Way, Zone } from '../protocol'

/** A place with its spot for certain. */
export type Place = Zone & { spot: Spot }

export const isChart = (zone: Zone): boolean => (zone.kind === 'map' || zone.kind === 'arena') && placesOf(zone).length > 0

export function placesOf(chart: Zone): Place[] {
  return (chart.zones ?? []).filter((zone): zone is Place => Boolean(zone.spot))
}

/** A place by its number and its title. */
export const placeName = (place: Zone): string => [place.spot?.label, place.title].filter(Boolean).join(' ') || place.id

/** A place by its number, or by its title if it has none. */
export const shortName = (place: Zone): string => place.spot?.label || place.title || place.id

/** What is to be said of a way that is not a plain road. */
export function wayNotes(way: Way): string {
  const kind = way.kind && !['road', 'arrow'].includes(way.kind) ? way.kind : ''
  const notes = [kind, way.one_way ? 'one way' : '', way.label ?? ''].filter(Boolean)
  return notes.length ? ` (${notes.join(', ')})` : ''
}

/** Where one can go from a place, and from where one only comes to it. */
function waysInWords(chart: Zone, place: Place): string[] {
  const places = placesOf(chart)
  const order = new Map(places.map((each, at) => [each.id, at]))
  const out: [number, string][] = []
  const back: [number, string][] = []
  for (const way of chart.ways ?? []) {
    if ((way.start !== place.id && way.end !== place.id) || !order.has(way.start) || !order.has(way.end)) continue
    const other = order.get(way.start === place.id ? way.end : way.start)!
    const listed = way.one_way && way.end === place.id ? back : out
    listed.push([other, `${shortName(places[other]!)}${wayNotes(way)}`])
  }
  const said = (word: string, listed: [number, string][]) =>
    listed.length ? [`${word} ${listed.sort((a, b) => a[0] - b[0]).map((each) => each[1]).join(', ')}`] : []
  return [...said('to', out), ...said('from', back)]
}

/** Everything that is to be said of a place but what lies there now and what it costs to go there. */
export function placeFacts(chart: Zone, place: Place): string[] {
  const { shape, icon, modifier, exit } = place.spot
  const laid = (chart.overlays ?? []).flatMap((each) => (each.notes?.[place.id] ? [`${each.title}: ${each.notes[place.id]}`] : []))
  return [
    ...waysInWords(chart, place),
    place.text ?? '',
    shape && shape !== 'circle' ? shape : '',
    (icon && chart.ground?.legend?.[icon]) || '',
    modifier ? `modifier ${modifier}` : '',
    exit ? 'exit' : '',
    ...laid,
  ].filter(Boolean)
}

/** What lies at a place, by name: equal neighbours counted. */
export function piecesInWords(pieces: Piece[]): string {
  const runs: [string, number, boolean][] = []
  for (const piece of pieces) {
    const name = piece.title || (piece.back ? `face-down ${piece.back}` : piece.kind)
    const last = runs.at(-1)
    if (last?.[0] === name) last[1] += piece.count ?? 1
    else runs.push([name, piece.count ?? 1, piece.kind === 'token'])
  }
  return runs.map(([name, many, counted]) => (many === 1 && !counted ? name : `${many} × ${name}`)).join(', ')
}

/** A place in words, for those who listen: as a terminal says it. */
export function placeInWords(chart: Zone, place: Place): string {
  const said = [...placeFacts(chart, place), piecesInWords(place.pieces ?? [])].filter(Boolean)
  return `${placeName(place)}: ${said.join('; ') || 'empty'}`
}

/** What is to be said of a map as a whole. */
export function chartInWords(chart: Zone): string {
  const regions = (chart.ground?.regions ?? []).filter((each) => each.title).map((each) => `${each.title} (${each.kind ?? 'land'})`)
  const places = placesOf(chart)
  const name = (id: string) => shortName(places.find((each) => each.id === id) ?? { id, kind: '' })
  const laid = (chart.overlays ?? []).map((each) => {
    const arrows = (each.ways ?? []).map((way) => `${name(way.start)} to ${name(way.end)}${wayNotes(way)}`)
    return `laid on it: ${each.title}${arrows.length ? `: ${arrows.join(', ')}` : ''}`
  })
  return [`${places.length} places`, ...(regions.length ? [`with ${regions.join(', ')}`] : []), ...laid].join('; ')
}

/** Where a viewer's own figure stands, or else that of whose turn it is. */
export function standing(chart: Zone, scene: Scene | null, seat: number | null): Place | undefined {
  for (const whose of [seat, scene?.turn ?? null]) {
    if (whose === null) continue
    const found = placesOf(chart).find((place) => place.pieces?.some((piece) => piece.kind === 'pawn' && piece.owner === whose))
    if (found) return found
  }
  return undefined
}

export interface Route {
  steps: number
  path: string[]
}

/** The shortest ways from one place to all that can be reached; of equal ones the first by number. */
export function routes(chart: Zone, start: string): Map<string, Route> {
  const order = new Map(placesOf(chart).map((place, at) => [place.id, at]))
  const roads = new Map<string, [string, number][]>()
  const lead = (from: string, to: string, steps: number) => roads.set(from, [...(roads.get(from) ?? []), [to, steps]])
  for (const way of chart.ways ?? []) {
    const steps = way.steps ?? 1
    if (steps <= 0 || way.kind === 'closed') continue
    lead(way.start, way.end, steps)
    if (!way.one_way) lead(way.end, way.start, steps)
  }
  const found = new Map<string, Route>()
  let ahead: Route[] = [{ steps: 0, path: [start] }]
  while (ahead.length) {
    ahead.sort((a, b) => a.steps - b.steps || before(a.path, b.path, order))
    const [next, ...rest] = ahead as [Route, ...Route[]]
    ahead = rest
    const here = next.path.at(-1)!
    if (found.has(here)) continue
    found.set(here, next)
    for (const [to, steps] of roads.get(here) ?? []) {
      if (order.has(to) && !found.has(to)) ahead.push({ steps: next.steps + steps, path: [...next.path, to] })
    }
  }
  return found
}

/** Which of two paths goes through lower numbers first. */
function before(one: string[], other: string[], order: Map<string, number>): number {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const apart = (order.get(one[at]!) ?? 0) - (order.get(other[at]!) ?? 0)
    if (apart) return apart
  }
  return one.length - other.length
}

/** The place that lies nearest in a direction, for the arrow keys. */
export function towards(places: Place[], from: Place, dx: number, dy: number): Place | undefined {
  let best: Place | undefined
  let least = Infinity
  for (const place of places) {
    const x = place.spot.x - from.spot.x
    const y = place.spot.y - from.spot.y
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (place === from || along <= 0 || aside > 2 * along) continue
    const far = along + 2 * aside
    if (far < least) [best, least] = [place, far]
  }
  return best
}

/** How far the two nearest places lie apart, with x and y stretched so. */
export function closest(places: Place[], stretch: { x: number; y: number }): number {
  let least = Infinity
  places.forEach((one, at) => {
    for (const other of places.slice(at + 1)) {
      least = Math.min(least, Math.hypot((one.spot.x - other.spot.x) * stretch.x, (one.spot.y - other.spot.y) * stretch.y))
    }
  })
  return least
}
