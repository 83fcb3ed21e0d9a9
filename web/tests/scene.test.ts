import { describe, expect, it } from 'vitest'
import { begin } from '../src/lib/draft'
import { changes, glyphs, inside, layout, lies, marks, previewed, spoken, summary, track } from '../src/lib/scene'
import type { Asked, Scene } from '../src/protocol'

const scene: Scene = {
  title: 'T',
  zones: [
    { id: 'altar', kind: 'row', pieces: [{ id: 'r1', kind: 'card', title: 'Ritual' }] },
    { id: 'tray', kind: 'tray', pieces: [{ id: 'd1', kind: 'die', title: 'blood', on: 'r1' }, { id: 'd2', kind: 'die', title: 'dagger', on: 'gone' }] },
    { id: 'players', kind: 'row', zones: [{ id: 'p0', kind: 'row', owner: 0, marks: { life: 3 } }, { id: 'p1', kind: 'row', owner: 1 }] },
  ],
}

describe('a zone that is folded away', () => {
  const card = (id: string) => ({ id, kind: 'card', title: id })
  const shop = { id: 'm', kind: 'row', title: 'Market', folded: true, zones: [{ id: 's', kind: 'row', title: 'Shelf', pieces: [card('a'), card('b')] }, { id: 'n', kind: 'row', title: 'Bin' }] }

  it('says how much is in it, and knows what', () => {
    expect(summary(shop)).toBe('Shelf: 2')
    expect(inside(shop)).toEqual(['s', 'a', 'b', 'n'])
  })
})

describe('the legend', () => {
  it('draws words as icons and leaves the rest', () => {
    const legend = { Space: 'box', 'Space Tokens': 'boxes' }
    expect(glyphs('2 Space, 1 Space Tokens more', legend)).toEqual([
      { text: '2', icon: '' },
      { text: 'Space', icon: 'box' },
      { text: '1', icon: '' },
      { text: 'Space Tokens', icon: 'boxes' },
      { text: 'more', icon: '' },
    ])
    expect(glyphs('Space', legend)).toEqual([{ text: 'Space', icon: '' }])
    expect(glyphs('2 Space', undefined)).toEqual([{ text: '2 Space', icon: '' }])
  })
})

describe('a scene', () => {
  const made = layout(scene)

  it('knows what is shared, whose the rest is, and what lies on what', () => {
    expect(made.shared.map((zone) => zone.id)).toEqual(['altar', 'tray'])
    expect([...made.panels.keys()]).toEqual([0, 1])
    expect(made.on.get('r1')?.map((piece) => piece.id)).toEqual(['d1'])
    expect(lies(made, made.pieces.get('d1')!)).toBe(false)
    expect(lies(made, made.pieces.get('d2')!)).toBe(true)
  })

  it('sees what changed', () => {
    const after = structuredClone(scene)
    after.zones![1]!.pieces![1]!.title = 'cosmos'
    after.zones![1]!.pieces![0]!.on = ''
    after.zones![2]!.zones![0]!.marks = { life: 2 }
    after.zones![0]!.pieces!.push({ id: 'r2', kind: 'card' })
    expect(Object.fromEntries(changes(made, layout(after)))).toEqual({ d1: 'moved', d2: 'rolled', r2: 'new', p0: 'changed' })
  })

  it('shows a draft as if it were done', () => {
    const question: Asked = {
      id: 'q',
      kind: 'Assign',
      rule: '',
      prompt: '',
      options: [
        { key: 'x', label: '', pieces: ['d2'] },
        { key: 'y', label: '', pieces: ['r1'] },
      ],
      limits: { places: { x: ['y', 'z'] } },
    }
    const shown = layout(previewed(scene, question, { ...begin(question), placed: { x: 'y' } }))
    expect(shown.on.get('r1')?.map((piece) => piece.id)).toEqual(['d1', 'd2'])
    expect(previewed(scene, question, begin(question))).toBe(scene)
  })

  it('can be said in words', () => {
    expect(spoken({ id: 'a', kind: 'card', title: 'Eye', tags: ['ritual'], text: 'Look.', marks: { power: 2, held: true, no: false } })).toBe(
      'Eye. ritual. power 2. held. Look.',
    )
    expect(spoken({ id: 'a', kind: 'card', back: 'sigil' })).toBe('sigil, face down')
    expect(marks({ a_b: ['x', 'y'], hidden: null })).toEqual([['a b', 'x, y']])
    expect(track({ id: 'z', kind: 'track', track: { at: 2, length: 6 } })).toEqual({ at: 2, length: 6 })
    expect(track({ id: 'z', kind: 'row' })).toBeNull()
  })
})
