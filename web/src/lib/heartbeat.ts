// Whether the other end of a line is still there. A browser may hear of a dead one only after many minutes: a laptop that
// slept, a phone that changed networks. So we ask when it has been silent for long, and wait for an answer only so long.
export const QUIET = 25
export const PATIENCE = 8

export interface Timers {
  later(run: () => void, seconds: number): unknown
  forget(timer: unknown): void
}

export class Heartbeat {
  private timer: unknown = null
  private waiting = false

  constructor(
    private readonly timers: Timers,
    private readonly ping: () => void,
    private readonly dead: () => void,
  ) {}

  /** Something was heard: the line is alive. */
  heard(): void {
    this.waiting = false
    this.set(() => this.ask(), QUIET)
  }

  /** Something was said that will be answered. */
  expect(): void {
    if (this.waiting) return
    this.waiting = true
    this.set(this.dead, PATIENCE)
  }

  /** Find out now. */
  ask(): void {
    if (this.waiting) return
    this.ping()
    this.expect()
  }

  stop(): void {
    this.waiting = false
    if (this.timer !== null) this.timers.forget(this.timer)
    this.timer = null
  }

  private set(run: () => void, seconds: number): void {
    if (this.timer !== null) this.timers.forget(this.timer)
    this.timer = this.timers.later(run, seconds)
  }
}
