import { expect, it } from 'vitest'
import { isLarge, kinds, tieInWords } from '../src/lib/hand'
import { texts } from '../src/lib/page'
import { spoken } from '../src/lib/scene'

const card = (id: string, kind: string) => ({ id, kind: 'card', title: id, tags: [kind] })

it('a large hand of several kinds is folded by kind', () => {
  const hand = Array.from({ length: 10 }, (_, n) => card(`c${n}`, n % 2 ? 'luck' : 'memory'))
  expect(kinds(hand).map(({ name, pieces }) => [name, pieces.length])).toEqual([['memory', 5], ['luck', 5]])
  expect(isLarge(hand)).toBe(true)
  expect(isLarge(hand.slice(0, 8))).toBe(false)
  expect(isLarge(hand.map((piece) => ({ ...piece, tags: ['luck'] })))).toBe(false)
})

it('arrows between seats and the sides of a card are words too', () => {
  expect(tieInWords({ start: 1, end: 0, title: 'can help' }, (seat) => 'AB'[seat]!)).toBe('B can help A')
  expect(spoken({ ...card('Saint', 'saint'), sides: { north: '3', east: '1' } })).toBe('Saint. saint. north 3, east 1')
})

it('of a page everything open can be read, and nothing that is closed', () => {
  const page = { number: '7', paragraphs: ['One.'], entries: [{ id: 'won', title: 'Success', paragraphs: ['It bows.'] }, { id: 'lost', title: 'Failure' }] }
  const read = texts({ id: 'p', kind: 'page', title: 'Door', page })
  expect(read.map(({ text }) => text)).toEqual(['Door, 7', 'One.', 'Success', 'It bows.'])
})
