// What a person does at a table: the question before them, the answer in the making, what is looked at closely.
import { getContext, setContext } from 'svelte'
import type { Wish } from '../lib/connection'
import { countsFor } from '../lib/dice'
import { begin, blocked, type Draft, type Glow, glowing, pick, touch, unplace, verdict } from '../lib/draft'
import type { Sight } from '../lib/model'
import { called, capital, layout, named, type NameOf, previewed } from '../lib/scene'
import { settings } from '../lib/settings.svelte'
import { keysOf, sameAnswer } from '../lib/words'
import type { Asked, Teaching, Option, Piece } from '../protocol'

const none: ReadonlyMap<string, Glow> = new Map()

export class Desk {
  private kept = $state.raw<Draft | null>(null)
  private sent = $state('')
  /** The key of what is being done unasked, until the server has said whether it is done. */
  private doing = $state('')
  /** Several options lie on what was touched: which one? */
  among = $state.raw<Option[]>([])
  /** Why what was tried last cannot be chosen. */
  refused = $state('')
  /** The question for which advice is wanted, in its words: others may put it anew before it is answered. */
  wondering = $state('')
  /** Chosen, but to be confirmed first. */
  ready = $state.raw<Option | null>(null)
  /** Not what the lesson suggests: is it meant? */
  instead = $state.raw<{ ask: string; answer: unknown } | null>(null)
  /** Whether the person would rather play without the lesson. */
  untaught = $state(false)
  zoomed = $state.raw<{ piece: Piece; at: DOMRect | null } | null>(null)

  question: Asked | null = $derived.by(() => {
    const state = this.read()?.state
    const found = state?.question
    if (!found || found.id === this.sent) return null
    const made = layout(state.scene)
    return { ...found, prompt: called(found.prompt, made, this.nameOf), options: named(found.options, made, this.nameOf) }
  })
  /** What may be done unasked. */
  may: Option[] = $derived.by(() => {
    const state = this.read()?.state
    const free = (state?.free ?? []).filter((each) => each.key !== this.doing)
    return state ? named(free, layout(state.scene), this.nameOf) : []
  })
  /** All that touching can do: answer the question, or do something unasked. */
  offers: Asked | null = $derived.by(() => {
    if (!this.may.length || (this.question && this.question.kind !== 'Choose')) return this.question
    const { id, options } = this.question ?? { id: 'unasked', options: [] }
    const more = this.may.filter((each) => !options.some((option) => option.key === each.key))
    return { kind: 'Choose', rule: '', prompt: '', limits: {}, ...this.question, id, options: [...options, ...more] }
  })
  /** The table as it is, without what is only planned. */
  private lying = $derived.by(() => {
    const state = this.read()?.state
    return state ? layout(state.scene) : null
  })
  draft: Draft | null = $derived.by(() => {
    if (!this.offers) return null
    return this.kept?.ask === this.offers.id ? this.kept : begin(this.offers, this.lying)
  })
  /** What the lesson says, at a table that teaches. */
  lesson: Teaching | null = $derived.by(() => (this.untaught ? null : (this.read()?.state.lesson ?? null)))
  /** The pieces that the lesson's answer is about. */
  advised: ReadonlySet<string> = $derived.by(() => {
    const answer = this.lesson?.answer
    if (!this.question || !this.draft || answer == null) return new Set<string>()
    const { held, placed } = this.draft
    const places = this.question.kind === 'Assign' ? (answer as Record<string, string>) : {}
    const keys = held ? [places[held] ?? ''] : keysOf(answer).filter((key) => placed[key] !== places[key] || !(key in places))
    return new Set(this.question.options.filter((each) => keys.includes(each.key)).flatMap((each) => each.pieces?.slice(0, 1) ?? []))
  })
  glow: ReadonlyMap<string, Glow> = $derived.by(() => {
    if (!this.offers || !this.draft) return none
    const glow = glowing(this.offers, this.draft)
    const asked = new Set(this.question?.options.flatMap((each) => each.pieces ?? []))
    for (const [id, how] of glow) if (how === 'offer' && !asked.has(id)) glow.set(id, 'faint')
    return glow
  })
  verdict = $derived(this.question && this.draft ? verdict(this.question, this.draft) : null)
  scene = $derived.by(() => {
    const state = this.read()?.state
    return state ? previewed(state.scene, this.question, this.draft) : null
  })
  layout = $derived(this.scene ? layout(this.scene) : null)
  /** What dice count for, by their ids. */
  counts = $derived(countsFor(this.layout?.zones.values() ?? []))
  /** Whose turn it is; nobody's when all is over. */
  turn: number | null = $derived.by(() => (this.read()?.state.outcome ? null : (this.scene?.turn ?? null)))

  constructor(
    private readonly read: () => Sight | undefined,
    private readonly say: ((wish: Wish) => Promise<boolean>) | null,
    private readonly nameOf: NameOf,
  ) {}

  /** How a seat is called. */
  who(seat: number): string {
    return this.nameOf(seat, this.layout)
  }

  /** A line of the log, or the title of a zone, with players and places by name. */
  told(text: string): string {
    return capital(this.layout ? called(text, this.layout, this.nameOf) : text)
  }

  get seat(): number | null {
    return this.read()?.seat ?? null
  }

  /** A piece or zone was touched. */
  touch(id: string): void {
    if (!this.offers || !this.draft) return
    const option = this.offers.options.find((each) => each.pieces?.includes(id))
    this.refused = option ? this.blocked(option.key) : ''
    const result = touch(this.offers, this.draft, id)
    this.kept = result.draft
    this.among = result.among ?? []
    if (result.answer !== undefined) this.decide(result.answer)
  }

  /** An option was taken from the list. */
  pick(key: string): void {
    if (!this.offers || !this.draft) return
    this.among = []
    this.refused = this.blocked(key)
    if (this.offers.kind === 'Choose') this.decide(key)
    else this.kept = pick(this.offers, this.draft, key)
  }

  private blocked(key: string): string {
    return this.question?.kind === 'ChooseSome' && this.draft ? blocked(this.question, this.draft, key) : ''
  }

  change(draft: Partial<Draft>): void {
    if (this.draft) this.kept = { ...this.draft, ...draft }
  }

  putBack(item: string): void {
    if (this.draft) this.kept = unplace(this.draft, item)
  }

  clear(): void {
    this.kept = null
    this.among = []
    this.ready = null
    this.instead = null
    this.refused = ''
  }

  private decide(key: string): void {
    const option = this.question?.options.find((each) => each.key === key)
    if (!option) return void this.act(key)
    if (settings.now.confirm && this.ready?.key !== key) this.ready = option
    else void this.answer(key)
  }

  /** Do something unasked; it is not offered again before the server has answered. */
  async act(key: string): Promise<void> {
    const { seat } = this
    this.clear()
    if (seat === null || !this.say || this.doing === key) return
    this.doing = key
    await this.say({ type: 'act', seat, key })
    this.doing = ''
  }

  confirm(): void {
    if (this.ready) void this.answer(this.ready.key)
    else if (this.verdict?.ready) void this.answer(this.verdict.answer)
  }

  /** Send an answer; the question disappears until the server says otherwise. A lesson may ask first if it is meant. */
  async answer(answer: unknown): Promise<void> {
    const { question, seat, lesson } = this
    if (!question || seat === null || !this.say) return
    const suggested = lesson?.answer ?? null
    if (suggested !== null && this.instead?.ask !== question.id && !sameAnswer(question.kind, suggested, answer)) {
      this.instead = { ask: question.id, answer }
      return
    }
    this.sent = question.id
    this.wondering = ''
    this.among = []
    this.ready = null
    this.instead = null
    this.refused = ''
    const taken = await this.say({ type: 'answer', seat, ask: question.id, answer })
    if (!taken && this.sent === question.id) this.sent = ''
    else this.kept = null
    setTimeout(() => {
      if (this.sent === question.id) this.sent = ''
    }, 4000)
  }
}

const KEY = Symbol('desk')
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk)
export const getDesk = (): Desk => getContext<Desk>(KEY)
