// One WebSocket that keeps itself alive: it comes back with growing pauses, resumes where it was, and repeats what was
// never confirmed. Knows nothing of what the messages mean.
import type { ClientMessage, Problem, ServerMessage } from '../protocol'
import { Heartbeat, type Timers } from './heartbeat'

export const VERSION = 2
const PAUSES = [0.5, 1, 2, 4, 8, 15]

export type Link = 'connecting' | 'open' | 'lost' | 'ended'

type Without<T> = T extends unknown ? Omit<T, 'ref'> : never
export type Wish = Without<ClientMessage>

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message || problem.code)
  }
}

export interface Socket {
  send(data: string): void
  close(code?: number): void
  addEventListener(kind: 'open', heard: () => void): void
  addEventListener(kind: 'message', heard: (event: { data: string }) => void): void
  addEventListener(kind: 'close', heard: (event: { code: number }) => void): void
}

export interface Wiring {
  open(): Socket
  token: string
  heard(message: ServerMessage): void
  changed(link: Link, retry: number): void
  timers?: Timers
  name?(): string
}

const clock: Timers = {
  later: (run, seconds) => setTimeout(run, seconds * 1000),
  forget: (timer) => clearTimeout(timer as number),
}

interface Waiting {
  text: string
  done(): void
  failed(reason: Error): void
}

export class Connection {
  link: Link = 'connecting'
  private socket: Socket | null = null
  private stream = ''
  private last = 0
  private tries = 0
  private timer: unknown = null
  private welcomed = false
  /** The whole table is being told: messages with the welcome's own number. */
  private whole = false
  private waiting = new Map<string, Waiting>()
  private count = 0
  private readonly prefix: string
  private readonly timers: Timers
  private readonly heart: Heartbeat

  constructor(private readonly wiring: Wiring) {
    this.timers = wiring.timers ?? clock
    this.heart = new Heartbeat(
      this.timers,
      () => this.socket?.send(JSON.stringify({ type: 'ping' })),
      () => this.drop(),
    )
    this.prefix = wiring.name?.() ?? Math.random().toString(36).slice(2, 8)
    this.connect()
  }

  /** Say something; resolved when the server has carried it out, rejected with Refused when it has not. */
  say(wish: Wish): Promise<void> {
    const ref = `${this.prefix}-${++this.count}`
    const text = JSON.stringify({ ...wish, ref })
    return new Promise((done, failed) => {
      this.waiting.set(ref, { text, done, failed })
      if (!this.welcomed) return
      this.socket?.send(text)
      this.heart.expect()
    })
  }

  /** Try again now, without waiting for the pause to end; or make sure that the line is alive. */
  hurry(): void {
    if (this.link === 'lost') this.connect()
    else if (this.welcomed) this.heart.ask()
  }

  /** The line is dead, whatever the browser believes: let it go, and try anew. */
  drop(): void {
    const { socket } = this
    if (!socket || this.link === 'ended') return
    this.lost(1006)
    socket.close(4000)
  }

  close(): void {
    this.end('ended')
    this.socket?.close(1000)
  }

  /** Forget what was received and ask for everything anew. */
  restart(): void {
    this.stream = ''
    this.last = 0
    this.socket?.close(4000)
  }

  private connect(): void {
    this.stopTimer()
    const old = this.socket
    this.socket = null
    old?.close(4000)
    this.set(this.tries === 0 ? 'connecting' : 'lost', 0)
    const socket = this.wiring.open()
    this.socket = socket
    this.welcomed = false
    this.heart.expect()
    const { token } = this.wiring
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'hello', version: VERSION, token, stream: this.stream, last: this.last })),
    )
    socket.addEventListener('message', (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as ServerMessage)
    })
    socket.addEventListener('close', (event) => {
      if (socket === this.socket) this.lost(event.code)
    })
  }

  private receive(message: ServerMessage): void {
    this.heart.heard()
    if (message.type === 'welcome') {
      this.welcomed = true
      this.tries = 0
      this.whole = !message.resumed
      this.last = message.seq ?? 0
      this.stream = message.stream
      this.wiring.heard(message)
      this.set('open', 0)
      for (const { text } of this.waiting.values()) this.socket?.send(text)
      return
    }
    const seq = message.seq ?? 0
    if (seq > 0) {
      const next = seq === this.last + 1
      if (!next && seq > this.last) return this.restart()
      if (!next && !(this.whole && seq === this.last)) return
      if (next) this.whole = false
      this.last = seq
    }
    try {
      this.wiring.heard(message)
    } catch {
      return this.restart()
    }
    if (message.type === 'done') this.settle(message.re, (each) => each.done())
    else if (message.type === 'problem') this.settle(message.re ?? '', (each) => each.failed(new Refused(message)))
    else if (message.type === 'gone') this.end('ended')
  }

  private settle(ref: string, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(ref)
    this.waiting.delete(ref)
    if (waiting) how(waiting)
  }

  private lost(code: number): void {
    this.socket = null
    this.welcomed = false
    this.heart.stop()
    if (this.link === 'ended') return
    if (code === 1008 || code === 4404) return this.end('ended')
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)] ?? 1
    this.set('lost', pause)
    this.stopTimer()
    this.timer = this.timers.later(() => this.connect(), pause)
  }

  private end(link: Link): void {
    this.stopTimer()
    this.heart.stop()
    this.set(link, 0)
    for (const waiting of this.waiting.values()) waiting.failed(new Error('The connection has ended.'))
    this.waiting.clear()
  }

  private stopTimer(): void {
    if (this.timer !== null) this.timers.forget(this.timer)
    this.timer = null
  }

  private set(link: Link, retry: number): void {
    this.link = link
    this.wiring.changed(link, retry)
  }
}
