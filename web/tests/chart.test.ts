import { describe, expect, it } from 'vitest'
import { chartInWords, closest, type Place, placeInWords, placesOf, routes, standing, towards } from '../src/lib/chart'
import { crosses, overlap, placeLabels, type Wanted } from '../src/lib/labels'
import { coast, type Stroke, strokes } from '../src/lib/strokes'
import type { Zone } from '../src/protocol'

const spot = (id: string, x: number, y: number, more: Partial<Zone> = {}): Zone => ({ id, kind: 'place', title: `Place ${id}`, spot: { x, y, label: id.slice(1) }, ...more })
const chart: Zone = {
  id: 'm', kind: 'map', title: 'M',
  zones: [
    spot('p1', 0, 0, { text: '2 Tears', pieces: [{ id: 'a', kind: 'pawn', title: 'Pilgrim', owner: 1 }] }),
    spot('p2', 10, 0),
    spot('p3', 20, 0),
    spot('p4', 10, 10, { pieces: [{ id: 'w1', kind: 'token', title: 'Wolf' }, { id: 'w2', kind: 'token', title: 'Wolf' }] }),
    spot('p5', 40, 40),
  ],
  ways: [
    { start: 'p1', end: 'p2' },
    { start: 'p2', end: 'p3', kind: 'cliff', steps: 3 },
    { start: 'p2', end: 'p4', one_way: true },
    { start: 'p4', end: 'p3' },
    { start: 'p1', end: 'p5', kind: 'closed' },
  ],
}
const [first, second, , fourth] = placesOf(chart) as [Place, Place, Place, Place]

describe('a place in words', () => {
  it('says where one can go, what it does and what lies there', () => {
    expect(placeInWords(chart, first)).toBe('1 Place p1: to 2, 5 (closed); 2 Tears; Pilgrim')
    expect(placeInWords(chart, second)).toBe('2 Place p2: to 1, 3 (cliff), 4 (one way)')
    expect(placeInWords(chart, fourth)).toBe('4 Place p4: to 3; from 2 (one way); 2 × Wolf')
  })

  it('tells of regions and of what is laid on the whole', () => {
    const more: Zone = { ...chart, ground: { regions: [{ outline: [], title: 'Weald', kind: 'wood' }] }, overlays: [{ title: 'Blow', ways: [{ start: 'p1', end: 'p2', kind: 'arrow', one_way: true, label: '3' }] }] }
    expect(chartInWords(more)).toBe('5 places; with Weald (wood); laid on it: Blow: 1 to 2 (one way, 3)')
  })
})

describe('a route', () => {
  it('takes the fewest steps, no closed way, and no one-way street backwards', () => {
    expect(routes(chart, 'p1').get('p3')).toEqual({ steps: 3, path: ['p1', 'p2', 'p4', 'p3'] })
    expect(routes(chart, 'p4').get('p2')).toEqual({ steps: 4, path: ['p4', 'p3', 'p2'] })
    expect(routes(chart, 'p1').has('p5')).toBe(false)
  })

  it('begins where the own figure stands, or that of whose turn it is', () => {
    expect(standing(chart, null, 1)?.id).toBe('p1')
    expect(standing(chart, { title: '', turn: 1 }, 0)?.id).toBe('p1')
    expect(standing(chart, { title: '' }, null)).toBeUndefined()
  })
})

it('arrow keys go to the nearest place in a direction', () => {
  const places = placesOf(chart)
  expect(towards(places, first, 1, 0)?.id).toBe('p2')
  expect(towards(places, second, 0, 1)?.id).toBe('p4')
  expect(towards(places, first, -1, 0)).toBeUndefined()
  expect(closest(places, { x: 2, y: 1 })).toBe(10)
})

describe('labels', () => {
  const wanted = (id: string, x: number, y: number, weight = 1): Wanted => ({ id, x, y, away: 10, width: 60, height: 14, weight })
  const bounds = { left: 0, top: 0, right: 400, bottom: 300 }

  it('never overlap, whatever there is to place', () => {
    let seed = 7
    const luck = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    for (let round = 0; round < 30; round++) {
      const all = Array.from({ length: 40 }, (_, n) => wanted(`l${n}`, luck() * 400, luck() * 300, luck()))
      const spots = all.map(({ x, y }) => ({ left: x - 8, top: y - 8, right: x + 8, bottom: y + 8 }))
      const boxes = [...placeLabels(all, spots, [], bounds).values()]
      expect(boxes.length).toBeGreaterThan(5)
      boxes.forEach((box, at) => {
        expect([...boxes.slice(at + 1), ...spots].some((other) => overlap(box, other))).toBe(false)
        expect(box.left >= 0 && box.right <= 400 && box.top >= 0 && box.bottom <= 300).toBe(true)
      })
    }
  })

  it('stand on the right, but not on a line, and the heavier goes first', () => {
    expect(placeLabels([wanted('a', 100, 100)], [], [], bounds).get('a')?.left).toBe(110)
    const line = { x1: 100, y1: 100, x2: 300, y2: 100 }
    expect(crosses(line, { left: 110, top: 93, right: 170, bottom: 107 })).toBe(true)
    expect(placeLabels([wanted('a', 100, 100)], [], [line], bounds).get('a')?.right).toBe(90)
    const narrow = { left: 100, top: 90, right: 175, bottom: 110 }
    expect([...placeLabels([wanted('a', 100, 100), wanted('b', 100, 100, 2)], [], [], narrow).keys()]).toEqual(['b'])
  })
})

describe('ways', () => {
  const way = (more: Partial<Stroke>): Stroke => ({ start: 'a', end: 'b', from: { x: 0, y: 0 }, to: { x: 100, y: 0 }, ...more })

  it('can be told apart without colour', () => {
    expect(strokes([way({})])).toMatchObject({ cliffs: '', crosses: '', heads: '' })
    expect(strokes([way({ kind: 'cliff' })]).hachures.split('M').length).toBeGreaterThan(8)
    expect(strokes([way({ kind: 'closed' })]).crosses.split('M').length).toBe(3)
    expect(strokes([way({ one_way: true })])).toMatchObject({ roads: expect.stringContaining('M'), heads: expect.stringContaining('Z') })
    expect(strokes([way({ kind: 'arrow', label: '2' })])).toMatchObject({ roads: '', numbers: [{ text: '2' }], heads: expect.stringContaining('Z') })
  })

  it('a coast is a closed curve through its points', () => {
    const path = coast([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }])
    expect(path.match(/C/g)?.length).toBe(3)
    expect(path.endsWith('0.0 0.0Z')).toBe(true)
  })
})
