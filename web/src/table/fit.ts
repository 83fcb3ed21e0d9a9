// A table that is a little too high for its window is drawn a little smaller, so that nobody has to scroll for one more card;
// one that leaves room is drawn larger, so that its cards can be read.
const SIZES = [1.5, 1.3, 1.15, 1, 0.93, 0.86, 0.8, 0.74, 0.68]
const SMALLEST = 0.68
/** Narrower windows are scrolled: on a phone cards are as small as they can be read. */
const NARROW = 700
/** What is this much too high even then is still drawn small; what is higher is scrolled anyway. */
const NEARLY = 1.3
/** Of what is drawn larger, about so much grows along; the rest is words and gaps. */
const GROWS = 0.75

/** What is needed of a board to find its size: every look at it makes the browser lay the whole table out. */
export interface Measured {
  /** How high the window is. */
  room: number
  /** How high the board is at a size. */
  height: (size: number) => number
}

/**
 * The largest size at which all of it is seen, or full size if none is small enough. It begins with the size there is:
 * mostly that is still right, and then one look is enough. A board cannot shrink more than its size does, so sizes at
 * which it would be too high even then are never tried; and unless it may grow, no larger one is.
 */
export function bestSize({ room, height }: Measured, now: number, grow = true): number {
  const high = height(now)
  if (high <= room + 1) {
    if (!grow) return now
    const larger = SIZES.filter((size) => size > now && high * (1 + GROWS * (size / now - 1)) <= room)
    return larger.find((size) => height(size) <= room + 1) ?? now
  }
  const smaller = SIZES.filter((size) => size < now && (high * size) / now <= room + 1)
  const found = smaller.find((size) => height(size) <= room + 1)
  if (found !== undefined) return found
  const nearly = (high * SMALLEST) / now <= room * NEARLY && height(SMALLEST) <= room * NEARLY
  return nearly ? SMALLEST : 1
}

/** Set --fit on the board. */
function fit(board: HTMLElement, frame: HTMLElement, grow: boolean): void {
  if (frame.clientWidth < NARROW) return void board.style.removeProperty('--fit')
  const now = Number(board.style.getPropertyValue('--fit')) || 1
  const draw = (size: number) => {
    const value = String(size)
    if (board.style.getPropertyValue('--fit') !== value) board.style.setProperty('--fit', value)
  }
  const height = (size: number) => {
    draw(size)
    const style = getComputedStyle(board)
    const rows = [...board.children].map((row) => row.getBoundingClientRect().height)
    const gaps = parseFloat(style.rowGap) * (rows.length - 1) + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom)
    return rows.reduce((sum, row) => sum + row, gaps)
  }
  draw(bestSize({ room: frame.clientHeight, height }, now, grow))
}

/** How long a table is left as it is before it is drawn larger, in milliseconds: questions come and go. */
const CALM = 1200

/** Keeps a board in its window: at once when something would be out of sight, at leisure when there is room to grow. */
export class Fitting {
  private later: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly board: HTMLElement,
    private readonly frame: HTMLElement,
  ) {}

  /** The board, or its window, has changed. */
  check(): void {
    fit(this.board, this.frame, false)
    clearTimeout(this.later)
    this.later = setTimeout(() => fit(this.board, this.frame, true), CALM)
  }

  close(): void {
    clearTimeout(this.later)
  }
}
