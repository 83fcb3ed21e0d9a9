// One table as the pages see it: the model, the link, and the things one can say.
import type { SeatClosed, ServerMessage } from '../protocol'
import { socketAddress } from './api'
import { Connection, type Link, Refused, type Wish } from './connection'
import { type Model, nothing, type Sight, told } from './model'
import { luckyNumber, rememberMatch } from './memory'
import { capital } from './scene'

export interface Toast {
  id: number
  text: string
  kind: 'notice' | 'problem'
  /** Whether it looks like a fault of ours that one would report, and not like somebody who was faster. */
  odd: boolean
}

export class Session {
  model = $state.raw<Model>(nothing)
  link = $state<Link>('connecting')
  retry = $state(0)
  toasts = $state.raw<Toast[]>([])
  refusal = $state('')
  /** Whether this page is older than the server. */
  outdated = $state(false)
  /** What a report begins with while one is being written; null: none is. */
  reporting = $state<string | null>(null)
  /** How many lines of the talk were seen. */
  read = $state(0)
  /** Whether seats and options of the next match are looked at, when one is over. */
  preparing = $state(false)
  private connection: Connection
  private count = 0
  /** The secret deal to which this person has added a number, by its commitment. */
  private added = ''

  constructor(
    readonly table: string,
    readonly token: string,
  ) {
    this.connection = new Connection({
      token,
      open: () => new WebSocket(socketAddress(table)),
      heard: (message) => this.hear(message),
      changed: (link, retry) => {
        this.link = link
        this.retry = retry
      },
    })
  }

  private hear(message: ServerMessage): void {
    this.model = told(this.model, message)
    if (message.type === 'table' && message.phase === 'playing') this.preparing = false
    if (message.type === 'table' && message.match) rememberMatch(message.match, this.table)
    if (message.type === 'table') this.addNumber()
    if (message.type === 'notice') this.toast(message.text, 'notice')
    if (message.type === 'welcome') this.refusal = ''
    if (message.type === 'problem' && !message.re) {
      this.refusal = capital(message.message || message.code)
      this.outdated = message.code === 'version'
    }
    if (message.type === 'seat-closed') this.toast(seatClosed(message, this.model.person), 'notice')
    if (message.type === 'undo-closed') this.toast(message.done ? 'The decision was taken back.' : 'The undo was refused.', 'notice')
  }

  /** Once the secret of a deal is fixed, and not before, a player adds a number of their own. */
  private addNumber(): void {
    const { table } = this.model
    if (!table || table.phase === 'playing' || !this.mine.length || this.added === table.commitment) return
    this.added = table.commitment
    void this.connection.say({ type: 'number', commitment: table.commitment, number: luckyNumber() }).catch(() => undefined) // too late is no harm
  }

  /** Say something; a refusal is shown, and told to the caller as false. */
  async say(wish: Wish): Promise<boolean> {
    try {
      await this.connection.say(wish)
      return true
    } catch (error) {
      const text = error instanceof Refused ? plainProblem(error, wish) : error instanceof Error ? error.message : String(error)
      this.toast(text, 'problem', error instanceof Refused && ODD.has(error.problem.code))
      return false
    }
  }

  toast(text: string, kind: Toast['kind'], odd = false): void {
    const toast = { id: ++this.count, text, kind, odd }
    this.toasts = [...this.toasts.filter((each) => each.text !== text).slice(-3), toast]
    setTimeout(() => this.dismiss(toast.id), kind === 'problem' ? 9000 : 6000)
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((each) => each.id !== id)
  }

  /** What this seat sees; without one, the first there is. */
  sight(seat?: number | null): Sight | undefined {
    return this.model.sights.find((each) => each.seat === seat) ?? this.model.sights[0]
  }

  get mine(): number[] {
    const { table, person } = this.model
    return table?.seats.filter((seat) => seat.person === person).map((seat) => seat.seat) ?? []
  }

  /** How much was said that was not seen yet. */
  get unread(): number {
    return Math.max(0, this.model.chat.length - this.read)
  }

  get host(): boolean {
    return this.model.table?.host === this.model.person && this.model.person >= 0
  }

  hurry(): void {
    this.connection.hurry()
  }

  /** The browser says that there is no network. */
  drop(): void {
    this.connection.drop()
  }

  close(): void {
    this.connection.close()
  }
}

/** Problems that a person cannot cause by being slow or curious. */
const ODD = new Set<string>(['illegal', 'malformed', 'unavailable'])

/** What came too late, in plain words; anything else is an answer. */
const LATE: Partial<Record<Wish['type'], string>> = {
  act: 'That cannot be done any more',
  stand: 'That step is over already',
  withdraw: 'All were ready already',
  undo: 'There is nothing of yours to take back any more',
  consent: 'That is decided already',
  allow: 'That is decided already',
  dice: 'Those dice were typed in already',
  hint: 'Nothing is asked of you any more',
}

/** How it was decided that somebody asked for a seat, to one of those at the table. */
function seatClosed(closed: SeatClosed, me: number): string {
  if (closed.person === me) return closed.given ? 'The seat is yours.' : 'The seat was not given to you.'
  return closed.given ? `${closed.name} plays seat ${closed.seat + 1} now.` : `The seat was not given to ${closed.name}.`
}

function plainProblem({ problem }: Refused, wish: Wish): string {
  if (problem.code === 'stale') return `${LATE[wish.type] ?? 'That question was already closed'}. Nothing was changed.`
  if (problem.code === 'too-fast') return 'Too fast: the server asks for a short pause.'
  return capital(problem.message ?? '') || 'The server did not accept that.'
}
