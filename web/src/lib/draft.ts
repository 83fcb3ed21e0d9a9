// An answer in the making: pure functions from a question and what was touched so far.
import type { Asked, Option } from '../protocol'
import type { Layout } from './scene'

export interface Draft {
  ask: string
  /** Choose: pieces touched so far; options that have all of them remain. */
  touched: string[]
  /** ChooseSome: keys chosen. Order: keys in their order so far. */
  chosen: string[]
  /** Assign: the item in hand, and where the others went. */
  held: string
  placed: Record<string, string>
  /** Assign: where they lay when the question came. */
  start: Record<string, string>
  amount: number
}

export interface Limit {
  keys: string[]
  most: number
  least: number
  weights: number[]
  reason: string
}

/** Faint: it can be touched, but a person would begin with something else. */
export type Glow = 'offer' | 'chosen' | 'held' | 'target' | 'faint'

export interface Verdict {
  ready: boolean
  /** What is missing, in words. */
  reason: string
  answer: unknown
}

interface Bounds {
  least: number
  most: number
  limits: Limit[]
  places: Record<string, string[]>
  room: Record<string, number>
}

/** The limits of a question, typed. */
export function bounds(question: Asked): Bounds {
  const raw = question.limits as Record<string, unknown>
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  const limits = ((raw.limits as Partial<Limit>[] | undefined) ?? []).map((limit) => ({
    keys: limit.keys ?? [],
    most: limit.most ?? Infinity,
    least: limit.least ?? 0,
    weights: limit.weights ?? [],
    reason: limit.reason ?? '',
  }))
  return {
    least: number(raw.least, 0),
    most: number(raw.most, question.options.length),
    limits,
    places: (raw.places as Record<string, string[]> | undefined) ?? {},
    room: typeof raw.most === 'object' && raw.most ? (raw.most as Record<string, number>) : {},
  }
}

/** Where an item lies on the table now, among the places it may go to. */
function liesOn(question: Asked, item: string, places: string[], table: Layout): string | undefined {
  const first = (key: string) => question.options.find((option) => option.key === key)?.pieces?.[0]
  const id = first(item) ?? ''
  const under = table.pieces.get(id)?.on || table.home.get(id)
  return under === undefined ? undefined : places.find((place) => first(place) === under)
}

/** A fresh draft: it begins with what lies there now, as far as there is room; what has one place only lies there already. */
export function begin(question: Asked, table: Layout | null = null): Draft {
  const { places, least } = bounds(question)
  const draft: Draft = { ask: question.id, touched: [], chosen: [], held: '', placed: {}, start: {}, amount: least }
  for (const [item, targets] of Object.entries(places)) {
    const lies = table ? liesOn(question, item, targets, table) : undefined
    const place = lies ?? (targets.length === 1 ? targets[0] : undefined)
    if (place === undefined || !fits(question, draft, item, place)) continue
    draft.placed[item] = place
    if (lies !== undefined) draft.start[item] = lies
  }
  return draft
}

const has = (option: Option, piece: string) => option.pieces?.includes(piece) ?? false

/** The options that still fit what was touched. */
export function candidates(question: Asked, draft: Draft): Option[] {
  return question.options.filter((option) => draft.touched.every((piece) => has(option, piece)))
}

/** Why this key may not be added to what is chosen; empty if it may. */
export function blocked(question: Asked, draft: Draft, key: string): string {
  if (draft.chosen.includes(key)) return ''
  const { most, limits } = bounds(question)
  const after = most === 1 ? [key] : [...draft.chosen, key]
  if (after.length > most) return `At most ${most}.`
  const broken = limits.find((limit) => limit.keys.includes(key) && weigh(limit, after) > limit.most)
  return broken ? broken.reason || `At most ${broken.most} of these.` : ''
}

function weigh(limit: Limit, chosen: string[]): number {
  return limit.keys.reduce((sum, key, place) => (chosen.includes(key) ? sum + (limit.weights[place] ?? 1) : sum), 0)
}

/** Whether an item may be put on a place now. */
export function fits(question: Asked, draft: Draft, item: string, place: string): boolean {
  const { places, room } = bounds(question)
  if (!places[item]?.includes(place)) return false
  const there = Object.entries(draft.placed).filter(([other, on]) => other !== item && on === place).length
  return there < (room[place] ?? Infinity)
}

/** The draft after one key was picked from the list. */
export function pick(question: Asked, draft: Draft, key: string): Draft {
  switch (question.kind) {
    case 'ChooseSome': {
      if (draft.chosen.includes(key)) return { ...draft, chosen: draft.chosen.filter((each) => each !== key) }
      if (blocked(question, draft, key)) return draft
      return { ...draft, chosen: bounds(question).most === 1 ? [key] : [...draft.chosen, key] }
    }
    case 'Order':
      return draft.chosen.includes(key)
        ? { ...draft, chosen: draft.chosen.filter((each) => each !== key) }
        : { ...draft, chosen: [...draft.chosen, key] }
    case 'Assign':
      return pickAssign(question, draft, key)
    default:
      return draft
  }
}

function pickAssign(question: Asked, draft: Draft, key: string): Draft {
  const { places } = bounds(question)
  if (draft.held && draft.held !== key && fits(question, draft, draft.held, key)) {
    const placed = { ...draft.placed, [draft.held]: key }
    const next = Object.keys(places).find((item) => places[item]?.length && !(item in placed))
    return { ...draft, placed, held: next ?? '' }
  }
  const swapped = draft.held ? swap(question, draft, draft.held, key) : null
  if (swapped) return swapped
  if (!places[key]?.length) return draft
  return { ...draft, held: draft.held === key ? '' : key }
}

/** What is in hand changes places with another item, or with the one thing on a place that is full. */
function swap(question: Asked, draft: Draft, held: string, key: string): Draft | null {
  const { places } = bounds(question)
  const from = draft.placed[held]
  const lying = Object.keys(draft.placed).filter((item) => draft.placed[item] === key)
  const other = key in draft.placed ? key : lying.length === 1 ? lying[0] : undefined
  const to = other === undefined ? undefined : draft.placed[other]
  if (other === undefined || from === undefined || to === undefined || other === held || from === to) return null
  if (!places[held]?.includes(to) || !places[other]?.includes(from)) return null
  return { ...draft, placed: { ...draft.placed, [held]: to, [other]: from }, held: '' }
}

/** An item back in hand's reach, unplaced. */
export function unplace(draft: Draft, item: string): Draft {
  const { [item]: _, ...placed } = draft.placed
  return { ...draft, placed, held: item }
}

export interface Touched {
  draft: Draft
  /** Choose: the option that this touch decides on. */
  answer?: string
  /** Several options lie on these pieces alone: let the person say which. */
  among?: Option[]
}

/** What touching a piece (or zone) of the scene does. */
export function touch(question: Asked, draft: Draft, piece: string): Touched {
  if (question.kind !== 'Choose') {
    const at = question.options.filter((option) => has(option, piece))
    const useful = question.kind === 'Assign' && draft.held ? at.filter((option) => fits(question, draft, draft.held, option.key)) : []
    if (useful.length > 1) return { draft, among: useful }
    const key = (useful[0] ?? at.find((option) => !draft.chosen.includes(option.key)) ?? at[0])?.key
    return { draft: key === undefined ? draft : pick(question, draft, key) }
  }
  if (draft.touched.includes(piece)) return { draft: { ...draft, touched: draft.touched.filter((each) => each !== piece) } }
  let next = { ...draft, touched: [...draft.touched, piece] }
  let fitting = candidates(question, next)
  if (fitting.length === 0) {
    next = { ...draft, touched: [piece] }
    fitting = candidates(question, next)
  }
  if (fitting.length === 0) return { draft }
  if (fitting.length === 1 && fitting[0]) return { draft: next, answer: fitting[0].key }
  const apart = fitting.some((option) => option.pieces?.some((each) => !next.touched.includes(each)))
  return apart ? { draft: next } : { draft: next, among: fitting }
}

/** Which pieces glow, and how. */
export function glowing(question: Asked, draft: Draft): Map<string, Glow> {
  const glow = new Map<string, Glow>()
  const mark = (option: Option, how: Glow) => option.pieces?.forEach((piece) => glow.set(piece, how))
  if (question.kind === 'Choose') {
    const fitting = candidates(question, draft)
    for (const option of fitting) mark(option, draft.touched.length ? 'target' : 'faint')
    if (!draft.touched.length) for (const option of fitting) if (option.pieces?.[0]) glow.set(option.pieces[0], 'offer')
    for (const piece of draft.touched) glow.set(piece, 'held')
  } else if (question.kind === 'Assign') {
    const { places } = bounds(question)
    for (const option of question.options) {
      if (option.key === draft.held) mark(option, 'held')
      else if (draft.held && fits(question, draft, draft.held, option.key)) mark(option, 'target')
      else if (places[option.key]?.length) mark(option, draft.placed[option.key] === draft.start[option.key] ? 'offer' : 'chosen')
    }
  } else {
    for (const option of question.options) {
      if (draft.chosen.includes(option.key)) mark(option, 'chosen')
      else if (!blocked(question, draft, option.key)) mark(option, 'offer')
    }
  }
  return glow
}

/** Whether the draft can be sent, as what, and if not, why not. */
export function verdict(question: Asked, draft: Draft): Verdict {
  const { least, most, limits, places } = bounds(question)
  if (question.kind === 'ChooseSome') {
    const count = draft.chosen.length
    const answer = draft.chosen
    if (count < least) return { ready: false, reason: `${least - count} more to choose`, answer }
    if (count > most) return { ready: false, reason: `${count - most} too many`, answer }
    const broken = limits.find((limit) => {
      const weight = weigh(limit, draft.chosen)
      return weight < limit.least || weight > limit.most
    })
    return { ready: !broken, reason: broken ? broken.reason || 'A limit is not kept.' : '', answer }
  }
  if (question.kind === 'Assign') {
    const missing = Object.keys(places).filter((item) => places[item]?.length && !(item in draft.placed)).length
    return { ready: missing === 0, reason: missing ? `${missing} still to place` : '', answer: draft.placed }
  }
  if (question.kind === 'Order') {
    const rest = question.options.map((option) => option.key).filter((key) => !draft.chosen.includes(key))
    return { ready: true, reason: '', answer: [...draft.chosen, ...rest] }
  }
  if (question.kind === 'Amount') return { ready: true, reason: '', answer: draft.amount }
  return { ready: false, reason: '', answer: null }
}
