import { describe, expect, it } from 'vitest'
import { developed } from '../src/lib/film.svelte'
import { hashOf, placeIn } from '../src/lib/moment'
import { called, layout } from '../src/lib/scene'
import type { State } from '../src/protocol'

describe('a link to a moment', () => {
  it('names the moment and the eyes', () => {
    expect(placeIn('12.2', 40, 4)).toEqual({ moment: 12, viewer: '2' })
    expect(placeIn('12.watcher', 40, 4).viewer).toBe('watcher')
    expect(hashOf(placeIn('12.2', 40, 4))).toBe('12.2')
    expect(hashOf(placeIn('7', 40, 4))).toBe('7')
  })

  it('stays within the match', () => {
    expect(placeIn('', 40, 4)).toEqual({ moment: 0, viewer: 'all' })
    expect(placeIn('99.9', 40, 4)).toEqual({ moment: 40, viewer: 'all' })
    expect(placeIn('end', 40, 4)).toEqual({ moment: 40, viewer: 'all' })
  })
})

describe('a film', () => {
  it('is developed frame by frame', () => {
    const state = { scene: { title: 'T' } } as State
    const shots = developed([
      { moment: 0, state },
      { moment: 1, patch: [{ op: 'replace', path: '/scene/title', value: 'U' }] },
    ])
    expect(shots.map((shot) => shot.state.scene.title)).toEqual(['T', 'U'])
  })
})

describe('words', () => {
  it('call players and places by name', () => {
    const made = layout({ title: 'T', zones: [{ id: 'S2', kind: 'row', owner: 2 }, { id: 'board1', kind: 'row', title: 'Altar 1' }, { id: 'deck', kind: 'deck', title: 'Ritual deck' }] })
    expect(called('blood from the deck goes to S2, d1 to board1', made, () => 'Ada')).toBe('blood from the deck goes to Ada, d1 to Altar 1')
  })
})
