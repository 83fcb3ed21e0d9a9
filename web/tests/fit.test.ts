import { describe, expect, it } from 'vitest'
import { bestSize } from '../src/table/fit'

/** A board of which some pixels grow with its size and others do not; counts how often it is looked at. */
function board(grows: number, fixed: number) {
  const looked: number[] = []
  return { looked, height: (size: number) => (looked.push(size), grows * size + fixed) }
}

const size = (room: number, { height }: ReturnType<typeof board>, now = 1) => bestSize({ room, height }, now)

describe('the size of a table', () => {
  it('stays as it is, with one look, where all of it is seen', () => {
    const whole = board(560, 100)
    expect(size(700, whole)).toBe(1)
    expect(whole.looked).toEqual([1])
  })

  it('is the largest at which nothing is out of sight', () => {
    expect(size(700, board(600, 150))).toBe(0.86)
    expect(size(700, board(600, 150), 0.86)).toBe(0.86)
  })

  it('grows again when there is room, but not beyond', () => {
    expect(size(700, board(580, 100), 0.68)).toBe(1)
    expect(size(700, board(600, 150), 0.68)).toBe(0.86)
    expect(size(1000, board(600, 150))).toBe(1.3)
  })

  it('stays small until it may grow', () => {
    const small = board(400, 100)
    expect(bestSize({ room: 700, height: small.height }, 0.68, false)).toBe(0.68)
    expect(small.looked).toEqual([0.68])
  })

  it('is full where even the smallest would have to be scrolled, without trying any', () => {
    const great = board(3000, 200)
    expect(size(700, great)).toBe(1)
    expect(great.looked).toEqual([1])
  })

  it('is the smallest where that is nearly enough', () => {
    expect(size(700, board(900, 120))).toBe(0.68)
    expect(size(700, board(1000, 200))).toBe(0.68)
  })

  it('comes back to full size when a small table has become a great one', () => {
    expect(size(700, board(3000, 200), 0.68)).toBe(1)
  })
})
