// A finished match, moment by moment, from one viewer's eyes. Loaded in reels, the one looked at first.
import type { Frame, State, Told } from '../protocol'
import { frames } from './api'
import { patched } from './patch'

const REEL = 50

export interface Shot {
  moment: number
  seat: number | null
  events: Told[]
  state: State
}

export class Film {
  private reels = $state.raw<ReadonlyMap<number, Shot[]>>(new Map())
  private asked = new Set<number>()
  private closed = false
  failed = $state('')

  constructor(
    readonly match: string,
    readonly viewer: string,
    readonly moments: number,
  ) {}

  /** What is seen at a moment, once it is here. */
  at(moment: number): Shot | undefined {
    return this.reels.get(Math.floor(moment / REEL))?.[moment % REEL]
  }

  /** Everything that was told until a moment, as far as it is here. */
  log(moment: number): Told[] {
    const found: Told[] = []
    for (const number of [...this.reels.keys()].sort((a, b) => a - b)) {
      for (const shot of this.reels.get(number)!) if (shot.moment <= moment) found.push(...shot.events)
    }
    return found
  }

  /** The next moment at which somebody did something; windows that nobody used are passed over. */
  next(moment: number, step: 1 | -1): number {
    let found = moment + step
    while (found > 0 && found < this.moments && this.at(found)?.events.length === 0) found += step
    return Math.min(Math.max(found, 0), this.moments)
  }

  /** Load the reel with this moment, then the others. */
  async load(moment: number): Promise<void> {
    const last = Math.floor(this.moments / REEL)
    const first = Math.floor(moment / REEL)
    await this.reel(first)
    for (let number = 0; number <= last && !this.closed; number++) await this.reel(number)
  }

  private async reel(number: number): Promise<void> {
    if (this.asked.has(number) || this.closed) return
    this.asked.add(number)
    try {
      const answer = await frames(this.match, this.viewer, number * REEL, Math.min((number + 1) * REEL - 1, this.moments))
      this.reels = new Map(this.reels).set(number, developed(answer.frames))
    } catch (error) {
      this.asked.delete(number)
      this.failed = (error as Error).message
      this.closed = true
    }
  }

  close(): void {
    this.closed = true
  }
}

/** Frames with their patches applied one after the other. */
export function developed(given: Frame[]): Shot[] {
  const shots: Shot[] = []
  let state: State | null = null
  for (const frame of given) {
    state = frame.state ?? (state && patched(state, frame.patch ?? []))
    if (state) shots.push({ moment: frame.moment, seat: frame.seat ?? null, events: frame.events ?? [], state })
  }
  return shots
}
