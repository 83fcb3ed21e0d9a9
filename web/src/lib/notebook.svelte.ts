// A person's private notes on one match: kept on the server, so that they follow the person to another device.
import { getContext, setContext } from 'svelte'
import type { Notes } from '../protocol'
import { readNotes, writeNotes } from './api'

export type Mark = 'maybe' | 'sure' | 'not'
const NEXT: Record<string, Mark | undefined> = { '': 'maybe', maybe: 'sure', sure: 'not', not: undefined }
const PAUSE = 500

export class Notebook {
  notes = $state.raw<Required<Notes>>({ text: '', marks: {} })
  state = $state<'reading' | 'kept' | 'writing' | 'failed'>('reading')
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly table: string,
    private readonly token: string,
    private readonly api = { read: readNotes, write: writeNotes },
  ) {}

  /** Another match has begun: a clean sheet. */
  renew(): Promise<void> {
    clearTimeout(this.timer)
    this.notes = { text: '', marks: {} }
    this.state = 'reading'
    return this.read()
  }

  /** Fetch what is kept, unless something of mine is still to be written. */
  async read(): Promise<void> {
    if (this.pending) return
    try {
      const found = await this.api.read(this.table, this.token)
      if (!this.pending) this.take({ text: found.text ?? '', marks: found.marks ?? {} }, 'kept')
    } catch {
      this.state = 'reading'
    }
  }

  private get pending(): boolean {
    return this.state === 'writing' || this.state === 'failed'
  }

  mark(seat: number, kind: string): Mark | undefined {
    return this.notes.marks[String(seat)]?.[kind]
  }

  /** What I suspect of a seat, in the order of the kinds. */
  suspicions(seat: number, kinds: Record<string, string>): { title: string; mark: Mark }[] {
    return Object.entries(kinds).flatMap(([kind, title]) => {
      const mark = this.mark(seat, kind)
      return mark ? [{ title, mark }] : []
    })
  }

  /** From nothing to perhaps, to sure, to certainly not, and back. */
  turn(seat: number, kind: string): void {
    const key = String(seat)
    const { [kind]: old, ...others } = this.notes.marks[key] ?? {}
    const next = NEXT[old ?? '']
    const mine = next ? { ...others, [kind]: next } : others
    const { [key]: _, ...rest } = this.notes.marks
    this.change({ ...this.notes, marks: Object.keys(mine).length ? { ...rest, [key]: mine } : rest })
  }

  write(text: string): void {
    this.change({ ...this.notes, text: text.slice(0, 8000) })
  }

  /** Write what is not yet written at once. */
  async keep(): Promise<void> {
    clearTimeout(this.timer)
    const writing = this.notes
    try {
      await this.api.write(this.table, this.token, writing)
      if (this.notes === writing) this.state = 'kept'
    } catch {
      this.state = 'failed'
      this.timer = setTimeout(() => void this.keep(), 8 * PAUSE)
    }
  }

  close(): void {
    clearTimeout(this.timer)
    if (this.pending) void this.keep()
  }

  private change(notes: Required<Notes>): void {
    this.take(notes, 'writing')
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.keep(), PAUSE)
  }

  private take(notes: Required<Notes>, state: 'kept' | 'writing'): void {
    this.notes = notes
    this.state = state
  }
}

const KEY = Symbol('notebook')
export const setNotebook = (notebook: Notebook): Notebook => setContext(KEY, notebook)
export const getNotebook = (): Notebook | undefined => getContext<Notebook | undefined>(KEY)
