// What a person does at a table: the question before them, the answer in the making, what is looked at closely.
import { getContext, setContext } from 'svelte'
import type { Wish } from '../lib/connection'
import { begin, type Draft, type Glow, glowing, pick, touch, unplace, verdict } from '../lib/draft'
import type { Sight } from '../lib/model'
import { called, layout, named, previewed } from '../lib/scene'
import { settings } from '../lib/settings.svelte'
import type { Asked, Option, Piece } from '../protocol'

const none: ReadonlyMap<string, Glow> = new Map()

export class Desk {
  private kept = $state.raw<Draft | null>(null)
  private sent = $state('')
  /** Several options lie on what was touched: which one? */
  among = $state.raw<Option[]>([])
  /** Chosen, but to be confirmed first. */
  ready = $state.raw<Option | null>(null)
  zoomed = $state.raw<{ piece: Piece; at: DOMRect | null } | null>(null)

  question: Asked | null = $derived.by(() => {
    const state = this.read()?.state
    const found = state?.question
    if (!found || found.id === this.sent) return null
    return { ...found, options: named(found.options, layout(state.scene), this.nameOf) }
  })
  draft: Draft | null = $derived.by(() => {
    if (!this.question) return null
    return this.kept?.ask === this.question.id ? this.kept : begin(this.question)
  })
  /** What may be done unasked. */
  may: Option[] = $derived.by(() => {
    const state = this.read()?.state
    return state ? named(state.free ?? [], layout(state.scene), this.nameOf) : []
  })
  free: Map<string, Option[]> = $derived.by(() => {
    const found = new Map<string, Option[]>()
    for (const option of this.may) {
      for (const piece of option.pieces ?? []) found.set(piece, [...(found.get(piece) ?? []), option])
    }
    return found
  })
  glow: ReadonlyMap<string, Glow> = $derived(this.question && this.draft ? glowing(this.question, this.draft) : none)
  verdict = $derived(this.question && this.draft ? verdict(this.question, this.draft) : null)
  scene = $derived.by(() => {
    const state = this.read()?.state
    return state ? previewed(state.scene, this.question, this.draft) : null
  })
  layout = $derived(this.scene ? layout(this.scene) : null)

  constructor(
    private readonly read: () => Sight | undefined,
    private readonly say: ((wish: Wish) => Promise<boolean>) | null,
    private readonly nameOf: (seat: number) => string,
  ) {}

  /** A line of the log with players and places by name. */
  told(text: string): string {
    return this.layout ? called(text, this.layout, this.nameOf) : text
  }

  get seat(): number | null {
    return this.read()?.seat ?? null
  }

  /** A piece or zone was touched. */
  touch(id: string): void {
    if (!this.question || !this.draft) return
    const result = touch(this.question, this.draft, id)
    this.kept = result.draft
    this.among = result.among ?? []
    if (result.answer !== undefined) this.decide(result.answer)
  }

  /** An option was taken from the list. */
  pick(key: string): void {
    if (!this.question || !this.draft) return
    this.among = []
    if (this.question.kind === 'Choose') this.decide(key)
    else this.kept = pick(this.question, this.draft, key)
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
  }

  private decide(key: string): void {
    const option = this.question?.options.find((each) => each.key === key)
    if (settings.now.confirm && option && this.ready?.key !== key) this.ready = option
    else void this.answer(key)
  }

  confirm(): void {
    if (this.ready) void this.answer(this.ready.key)
    else if (this.verdict?.ready) void this.answer(this.verdict.answer)
  }

  /** Send an answer; the question disappears until the server says otherwise. */
  async answer(answer: unknown): Promise<void> {
    const { question, seat } = this
    if (!question || seat === null || !this.say) return
    this.sent = question.id
    this.among = []
    this.ready = null
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
