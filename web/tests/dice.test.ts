import { describe, expect, it } from 'vitest'
import { countsFor, dieInWords, pools, readFaces, sideInWords, stillNeeded } from '../src/lib/dice'
import { begin, glowing, pick, verdict } from '../src/lib/draft'
import { changes, layout, previewed } from '../src/lib/scene'
import type { Asked, Piece, Scene } from '../src/protocol'

const die = (id: string, more: Partial<Piece> = {}): Piece => ({ id, kind: 'die', die: { colour: 'iron', shows: { number: 3, symbols: ['Blade'] } }, ...more })

describe('dice in words', () => {
  it('say what they show and what has become of it', () => {
    expect(sideInWords({ number: 6, symbols: ['Eye', 'Blade'], drops: 1 })).toBe('6 + Eye + Blade + 1 drop')
    expect(sideInWords({})).toBe('blank')
    expect(dieInWords(die('a'))).toBe('3 + Blade (iron)')
    expect(dieInWords(die('a', { die: { colour: 'gold', shows: { number: 3 }, now: 2, crossed: true } }), ['2'])).toBe('3 (gold, lowered to 2, crossed out, for 2)')
    expect(dieInWords(die('a', { die: {} }))).toBe('not rolled (bone)')
  })

  it('lie in pools by owner and colour', () => {
    const made = pools([die('a', { owner: 0 }), die('b', { owner: 1 }), die('c', { owner: 0, die: { colour: 'gold' } }), die('d', { owner: 0 })])
    expect(made.map((pool) => [pool.owner, pool.colour, pool.pieces.map((piece) => piece.id)])).toEqual([[0, 'iron', ['a', 'd']], [1, 'iron', ['b']], [0, 'gold', ['c']]])
  })

  it('count for what they meet, and the rest is still needed', () => {
    const needs = [{ title: '2' }, { title: 'an Eye', met_by: 'a' }, { title: 'a Blade' }]
    expect(stillNeeded(needs)).toBe('2 and a Blade')
    expect(stillNeeded([{ title: '2', met_by: 'a' }])).toBe('')
    expect(countsFor([{ id: 'z', kind: 'row', needs }]).get('a')).toEqual(['an Eye'])
  })

  it('are typed in words', () => {
    const wanted = { names: ['Dagger', 'Blood', 'Eye'], count: 2 }
    expect(readFaces('eye, b', wanted)).toEqual([2, 1])
    expect(readFaces('Eye', wanted)).toBe('2 faces are needed, not 1.')
    expect(readFaces('eye nose', wanted)).toContain('“nose” is none of')
  })

  it('are rolled when they show another side, and changed when their number is lowered', () => {
    const scene = (shows: number, now?: number): Scene => ({ title: '', zones: [{ id: 't', kind: 'tray', pieces: [{ id: 'a', kind: 'die', die: { shows: { number: shows }, ...(now && { now }) } }] }] })
    expect(changes(layout(scene(3)), layout(scene(4))).get('a')).toBe('rolled')
    expect(changes(layout(scene(3)), layout(scene(3, 2))).get('a')).toBe('changed')
  })
})

describe('an assignment', () => {
  const option = (key: string) => ({ key, label: key, pieces: [key] })
  const question: Asked = {
    id: 'q', kind: 'Assign', prompt: '', rule: '', options: ['a', 'b', 'c', 'tray', 'slot', 'other'].map(option),
    limits: { places: { a: ['tray', 'slot'], b: ['tray', 'slot'], c: ['slot', 'other'] }, most: { slot: 1 } },
  } as unknown as Asked
  const scene: Scene = {
    title: '',
    zones: [{ id: 'tray', kind: 'tray', pieces: [{ id: 'a', kind: 'die' }, { id: 'b', kind: 'die', on: 'slot' }, { id: 'c', kind: 'die' }] }, { id: 'slot', kind: 'row' }, { id: 'other', kind: 'row' }],
  }
  const first = begin(question, layout(scene))

  it('begins with what lies there now', () => {
    expect(first.placed).toEqual({ a: 'tray', b: 'slot' })
    expect(verdict(question, first)).toMatchObject({ ready: false, reason: '1 still to place' })
    expect(glowing(question, first).get('a')).toBe('offer')
    expect(previewed(scene, question, first)).toBe(scene)
  })

  it('swaps what is in hand with what lies on a full place', () => {
    const swapped = pick(question, pick(question, first, 'a'), 'slot')
    expect(swapped.placed).toEqual({ a: 'slot', b: 'tray' })
    expect(glowing(question, swapped).get('a')).toBe('chosen')
    expect(pick(question, pick(question, first, 'c'), 'slot').placed).toEqual(first.placed)
  })
})
