// Reading a scene: where things are, whose they are, and what changed between two of them.
import type { Asked, Crumb, Piece, Scene, State, Zone } from '../protocol'
import { isChart, placesOf } from './chart'
import type { Draft } from './draft'

export interface Layout {
  /** Zones that belong to nobody. */
  shared: Zone[]
  /** Zones by owner. */
  panels: Map<number, Zone[]>
  pieces: Map<string, Piece>
  zones: Map<string, Zone>
  /** The zone each piece was listed in. */
  home: Map<string, string>
  /** What the game calls seats that nobody can sit on. */
  names: Record<number, string>
  /** What lies on a piece or zone, by its id. */
  on: Map<string, Piece[]>
}

/** A scene made ready for drawing. */
export function layout(scene: Scene): Layout {
  const made: Layout = {
    shared: [],
    panels: new Map(),
    pieces: new Map(),
    zones: new Map(),
    home: new Map(),
    names: scene.names ?? {},
    on: new Map(),
  }
  for (const zone of (scene.zones ?? []).flatMap(unwrapped)) {
    if (zone.owner == null) made.shared.push(zone)
    else made.panels.set(zone.owner, [...(made.panels.get(zone.owner) ?? []), zone])
    gather(zone, made)
  }
  for (const piece of made.pieces.values()) {
    const under = piece.on
    if (!under || under === piece.id || !(made.pieces.has(under) || made.zones.has(under))) continue
    made.on.set(under, [...(made.on.get(under) ?? []), piece])
  }
  return made
}

/** A zone that only holds the players' zones is no zone of its own. */
function unwrapped(zone: Zone): Zone[] {
  const inner = zone.zones ?? []
  const wrapper = zone.owner == null && !zone.pieces?.length && inner.length > 0 && inner.every((each) => each.owner != null)
  return wrapper ? inner : [zone]
}

function gather(zone: Zone, into: Layout): void {
  into.zones.set(zone.id, zone)
  for (const piece of zone.pieces ?? []) {
    into.pieces.set(piece.id, piece)
    into.home.set(piece.id, zone.id)
  }
  for (const inner of zone.zones ?? []) gather(inner, into)
}

/** Whether a piece is drawn where it is listed, and not on another one. */
export function lies(made: Layout, piece: Piece): boolean {
  return !piece.on || piece.on === piece.id || !(made.pieces.has(piece.on) || made.zones.has(piece.on))
}

/** Whether a piece lies on a place, or in it, already. */
function isThere(made: Layout, piece: string, place: string): boolean {
  const on = made.pieces.get(piece)?.on
  return on ? on === place : made.home.get(piece) === place
}

/** The scene with the draft's items lying where they would go. */
export function previewed(scene: Scene, question: Asked | null | undefined, draft: Draft | null): Scene {
  if (!question || !draft || question.kind !== 'Assign') return scene
  const first = (key: string) => question.options.find((option) => option.key === key)?.pieces?.[0]
  const moved = new Map<string, string>()
  const now = layout(scene)
  for (const [item, place] of Object.entries(draft.placed)) {
    const piece = first(item)
    const target = first(place)
    if (piece && target && piece !== target && !isThere(now, piece, target)) moved.set(piece, target)
  }
  if (moved.size === 0) return scene
  const shift = (zone: Zone): Zone => ({
    ...zone,
    ...(zone.pieces && { pieces: zone.pieces.map((piece) => (moved.has(piece.id) ? { ...piece, on: moved.get(piece.id)! } : piece)) }),
    ...(zone.zones && { zones: zone.zones.map(shift) }),
  })
  return { ...scene, zones: (scene.zones ?? []).map(shift) }
}

/** The pending steps that say something to a person: the kernel's windows stand inside the step that opened them. */
export function namedSteps(state: State): Crumb[] {
  return (state.breadcrumb ?? []).filter((crumb) => crumb.step !== 'Window')
}

/** Where we are: in the game's own words if it has any, each with the rule of its step; the same words only once. */
export function whereWeAre(state: State): { title: string; rule?: string }[] {
  const steps = namedSteps(state)
  const titles = state.scene.breadcrumb ?? []
  const found = titles.length
    ? titles.map((title) => ({ title, rule: steps.find((step) => step.title === title)?.rule ?? '' }))
    : steps
  return found.filter((crumb, place) => crumb.title !== found[place + 1]?.title)
}

/** How a seat is called at this table. */
export type NameOf = (seat: number, made: Layout | null) => string

/** A text in which zones are called by name: a player's by the player, another by its title. Ids have a number. */
export function called(text: string, made: Layout, name: NameOf): string {
  return text.replaceAll(/\b[A-Za-z]+\d+\b/g, (word) => {
    const zone = made.zones.get(word)
    return zone?.owner != null ? name(zone.owner, made) : zone?.title || word
  })
}

/** Options in words: seats by their players' names, labels that begin like a sentence. */
export function named<T extends { label: string }>(options: T[], made: Layout, name: NameOf): T[] {
  return options.map((option) => ({ ...option, label: capital(called(option.label, made, name)) }))
}

/** A text that begins like a sentence. */
export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

export type Change = 'new' | 'moved' | 'changed' | 'rolled'

/** What is different for the eye: pieces that are new, moved, altered or rolled, and zones whose marks changed. */
export function changes(before: Layout, after: Layout): Map<string, Change> {
  const found = new Map<string, Change>()
  for (const [id, piece] of after.pieces) {
    const old = before.pieces.get(id)
    if (!old) found.set(id, 'new')
    else if (piece.kind === 'die' && face(old) !== face(piece)) found.set(id, 'rolled')
    else if (face(old) !== face(piece) || JSON.stringify(old.die) !== JSON.stringify(piece.die)) found.set(id, 'changed')
    else if (before.home.get(id) !== after.home.get(id) || (old.on ?? '') !== (piece.on ?? '')) found.set(id, 'moved')
  }
  for (const [id, zone] of after.zones) {
    const old = before.zones.get(id)
    if (old && JSON.stringify([old.marks, old.track]) !== JSON.stringify([zone.marks, zone.track])) found.set(id, 'changed')
  }
  return found
}

function face(piece: Piece): string {
  return JSON.stringify([piece.title, piece.icon, piece.count, piece.marks, piece.text, piece.die?.shows])
}

/** Everything a piece says, for those who listen. */
export function spoken(piece: Piece): string {
  const parts = [piece.title || (piece.back ? `${piece.back}, face down` : `${piece.kind}, face down`)]
  if ((piece.count ?? 1) > 1) parts.push(`${piece.count} of them`)
  if (piece.tags?.length) parts.push(piece.tags.map(words).join(', '))
  for (const [key, value] of marks(piece.marks)) parts.push(value === '' ? key : `${key} ${value}`)
  const sides = Object.entries(piece.sides ?? {}).map(([side, value]) => `${side} ${value}`)
  if (sides.length) parts.push(sides.join(', '))
  if (piece.text) parts.push(piece.text)
  return parts.join('. ')
}

/** Marks in words: a true one is its name alone, a false or empty one is left out. */
export function marks(given: Record<string, unknown> | undefined): [string, string][] {
  return Object.entries(given ?? {})
    .filter(([key, value]) => !key.startsWith('_') && value !== false && value !== null && value !== '')
    .filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
    .map(([key, value]) => [words(key), value === true ? '' : Array.isArray(value) ? value.join(', ') : String(value)])
}

/** A part of a text: words, or an icon that stands for one. */
export interface Glyph {
  text: string
  icon: string
}

/** A text with icons for the words that have one: "2 Space" is "2" and a drawing. A word alone stays a word. */
export function glyphs(text: string, legend: Record<string, string> | undefined): Glyph[] {
  const known = Object.keys(legend ?? {}).sort((a, b) => b.length - a.length)
  if (!known.length || legend?.[text]) return [{ text, icon: '' }]
  const parts = text.split(new RegExp(`\\b(${known.join('|')})\\b`))
  return parts.map((part) => ({ text: part.replace(/^[\s,]+|\s+$/g, ''), icon: legend?.[part] ?? '' })).filter((part) => part.text)
}

/** All ids of pieces and zones inside a zone. */
export function inside(zone: Zone): string[] {
  return [...(zone.pieces ?? []).map((piece) => piece.id), ...(zone.zones ?? []).flatMap((each) => [each.id, ...inside(each)])]
}

/** What a zone that is folded away holds: how much lies in each zone of it. */
export function summary(zone: Zone): string {
  if (isChart(zone)) return `${placesOf(zone).length} places`
  const many = (each: Zone): number =>
    (each.pieces ?? []).reduce((sum, piece) => sum + (piece.count ?? 1), 0) + (each.zones ?? []).reduce((sum, deeper) => sum + many(deeper), 0)
  const inner = (zone.zones ?? []).filter((each) => many(each) > 0)
  if (inner.length > 8 && inner.every((each) => each.kind === 'deck')) return `${inner.length} piles`
  if (!inner.length || inner.length > 8) return String(many(zone))
  return inner.map((each) => `${each.title}: ${many(each)}`).join(' · ')
}

export function words(key: string): string {
  return key.replaceAll(/[_-]+/g, ' ')
}

/** A track's marker: where it stands, and how long the track is. */
export function track(zone: Zone): { at: number; length: number } | null {
  const given = zone.track ?? {}
  const at = given.at ?? given.place ?? given.value
  const length = given.length ?? given.of ?? given.most
  return at === undefined && length === undefined ? null : { at: at ?? 0, length: Math.max(length ?? 0, at ?? 0) }
}
