// What part of a map is looked at: how large it is drawn, and which part of it is in the window.
import type { Ground } from '../protocol'
import { closest, type Place } from '../lib/chart'
import type { Point } from '../lib/strokes'

/** How much wider or higher a map may be drawn than it is, to fill its window. */
const STRETCH = 1.4
const LARGEST = 5
/** On a small screen a map begins so large that its places, which are this wide, lie apart. */
const APART = 42
/** Air round the outermost places, in pixels: their names and pieces need it. */
const MARGIN = 6

export class Lens {
  width = $state(0)
  height = $state(0)
  zoom = $state(1)
  /** Where the left upper corner of the sheet lies in the window. */
  private x = $state(0)
  private y = $state(0)

  constructor(private readonly ground: () => Ground) {}

  /** Pixels to a unit of the ground when the whole of it is seen. */
  private fitted = $derived.by(() => {
    const { width = 160, height = 100 } = this.ground()
    const across = Math.max(1, this.width - 2 * MARGIN) / width
    const down = Math.max(1, this.height - 2 * MARGIN) / height
    return { x: Math.min(across, down * STRETCH), y: Math.min(down, across * STRETCH) }
  })
  scale = $derived({ x: this.fitted.x * this.zoom, y: this.fitted.y * this.zoom })
  sheet = $derived.by(() => {
    const { width = 160, height = 100 } = this.ground()
    return { width: width * this.scale.x, height: height * this.scale.y }
  })
  shift = $derived({ x: within(this.x, this.sheet.width, this.width), y: within(this.y, this.sheet.height, this.height) })

  /** A point of the ground on the sheet. */
  at(x: number, y: number): Point {
    return { x: x * this.scale.x, y: y * this.scale.y }
  }

  pan(dx: number, dy: number): void {
    const { x, y } = this.shift
    this.x = x + dx
    this.y = y + dy
  }

  /** Draw it larger or smaller; what lies at a point of the window stays there. */
  by(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): boolean {
    const next = Math.min(LARGEST, Math.max(1, this.zoom * factor))
    if (next === this.zoom) return false
    const grown = next / this.zoom
    const { x, y } = this.shift
    this.zoom = next
    this.x = at.x - (at.x - x) * grown
    this.y = at.y - (at.y - y) * grown
    return true
  }

  whole(): void {
    this.zoom = 1
  }

  /** On a small screen, so large that every place can be touched; round this one if there is one. */
  open(places: Place[], round: Place | undefined): void {
    const near = closest(places, this.fitted)
    this.zoom = Math.min(LARGEST, Math.max(1, APART / near))
    if (round) this.centre(round)
  }

  centre(place: Place): void {
    const { x, y } = this.at(place.spot.x, place.spot.y)
    this.x = this.width / 2 - x
    this.y = this.height / 2 - y
  }

  /** Bring a place into the window if it is not well inside. */
  show(place: Place, air = 44): void {
    const { x, y } = this.at(place.spot.x, place.spot.y)
    const [left, top] = [x + this.shift.x, y + this.shift.y]
    const [wide, high] = [Math.min(air, this.width / 4), Math.min(air, this.height / 4)]
    this.pan(
      left < wide ? wide - left : left > this.width - wide ? this.width - wide - left : 0,
      top < high ? high - top : top > this.height - high ? this.height - high - top : 0,
    )
  }
}

/** A sheet that is smaller than its window lies in the middle; a larger one leaves no gap. */
function within(at: number, sheet: number, window: number): number {
  return sheet <= window ? (window - sheet) / 2 : Math.min(0, Math.max(window - sheet, at))
}
