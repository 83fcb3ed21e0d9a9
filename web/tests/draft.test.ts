import { describe, expect, it } from 'vitest'
import { begin, blocked, glowing, pick, touch, verdict } from '../src/lib/draft'
import type { Asked } from '../src/protocol'

const asked = (kind: string, options: [string, ...string[]][], limits: object = {}): Asked => ({
  id: 'q',
  kind,
  rule: '',
  prompt: '',
  options: options.map(([key, ...pieces]) => ({ key, label: key, pieces })),
  limits: limits as Asked['limits'],
})

describe('Choose', () => {
  const question = asked('Choose', [['d1>S1', 'd1', 'S1'], ['d1>S2', 'd1', 'S2'], ['d2>S1', 'd2', 'S1'], ['pass']])

  it('narrows by touching until one option is left', () => {
    const first = touch(question, begin(question), 'd1')
    expect(first.answer).toBeUndefined()
    expect([...glowing(question, first.draft)]).toEqual([['d1', 'held'], ['S1', 'target'], ['S2', 'target']])
    expect(touch(question, first.draft, 'S2').answer).toBe('d1>S2')
  })

  it('shows what to begin with more clearly than where it can go', () => {
    expect(Object.fromEntries(glowing(question, begin(question)))).toEqual({ d1: 'offer', d2: 'offer', S1: 'faint', S2: 'faint' })
  })

  it('decides at once where only one option lies', () => {
    expect(touch(question, begin(question), 'd2').answer).toBe('d2>S1')
  })

  it('begins anew with a piece that does not fit, and lets go when touched again', () => {
    const held = touch(question, begin(question), 'd1').draft
    expect(touch(question, held, 'd1').draft.touched).toEqual([])
    expect(touch(question, held, 'd2').answer).toBe('d2>S1')
    expect(touch(question, held, 'nothing').draft).toBe(held)
  })

  it('asks which when several options lie on one piece', () => {
    const both = asked('Choose', [['heal', 'c'], ['hurt', 'c'], ['pass']])
    expect(touch(both, begin(both), 'c').among?.map((option) => option.key)).toEqual(['heal', 'hurt'])
  })
})

describe('ChooseSome', () => {
  const limit = { keys: ['a', 'b'], most: 1, reason: 'One of the two.' }
  const question = asked('ChooseSome', [['a', 'A'], ['b', 'B'], ['c', 'C']], { least: 1, most: 2, limits: [limit] })

  it('toggles, keeps to the limits and says why not', () => {
    let draft = begin(question)
    expect(verdict(question, draft)).toMatchObject({ ready: false, reason: '1 more to choose' })
    draft = touch(question, draft, 'A').draft
    expect(blocked(question, draft, 'b')).toBe('One of the two.')
    expect(pick(question, draft, 'b')).toBe(draft)
    draft = pick(question, draft, 'c')
    expect(verdict(question, draft)).toEqual({ ready: true, reason: '', answer: ['a', 'c'] })
    expect(touch(question, draft, 'A').draft.chosen).toEqual(['c'])
  })

  it('replaces the choice where only one may be chosen', () => {
    const one = asked('ChooseSome', [['a', 'A'], ['b', 'B']], { least: 0, most: 1, limits: [] })
    expect(pick(one, pick(one, begin(one), 'a'), 'b').chosen).toEqual(['b'])
  })

  it('weighs', () => {
    const heavy = { keys: ['a', 'b'], weights: [2, 3], least: 3, most: 4 }
    const question = asked('ChooseSome', [['a'], ['b']], { least: 0, most: 2, limits: [heavy] })
    expect(verdict(question, { ...begin(question), chosen: ['a'] }).ready).toBe(false)
    expect(verdict(question, { ...begin(question), chosen: ['b'] }).ready).toBe(true)
    expect(blocked(question, { ...begin(question), chosen: ['a'] }, 'b')).not.toBe('')
  })
})

describe('Assign', () => {
  const limits = { places: { d1: ['S1', 'S2'], d2: ['S1', 'S2'], d3: ['S2'], d4: [] }, most: { S1: 1 } }
  const question = asked('Assign', [['d1', 'D1'], ['d2', 'D2'], ['d3', 'D3'], ['S1', 'P1'], ['S2', 'P2']], limits)

  it('places forced items, takes the next one up, and knows when a place is full', () => {
    let draft = begin(question)
    expect(draft.placed).toEqual({ d3: 'S2' })
    draft = touch(question, draft, 'D1').draft
    expect(glowing(question, draft).get('P1')).toBe('target')
    draft = touch(question, draft, 'P1').draft
    expect(draft).toMatchObject({ placed: { d1: 'S1', d3: 'S2' }, held: 'd2' })
    expect(glowing(question, draft).get('P1')).not.toBe('target')
    expect(verdict(question, draft)).toMatchObject({ ready: false, reason: '1 still to place' })
    draft = touch(question, draft, 'P2').draft
    expect(verdict(question, draft)).toEqual({ ready: true, reason: '', answer: { d1: 'S1', d2: 'S2', d3: 'S2' } })
  })
})

describe('Order and Amount', () => {
  it('puts what was touched first, in that order', () => {
    const question = asked('Order', [['a', 'A'], ['b', 'B'], ['c', 'C']])
    const draft = touch(question, begin(question), 'C').draft
    expect(verdict(question, draft).answer).toEqual(['c', 'a', 'b'])
  })

  it('begins with the least amount', () => {
    const question = asked('Amount', [], { least: 2, most: 5 })
    expect(verdict(question, begin(question))).toEqual({ ready: true, reason: '', answer: 2 })
  })
})
