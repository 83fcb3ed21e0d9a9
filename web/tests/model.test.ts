import { describe, expect, it } from 'vitest'
import { type Model, nothing, seatName, told } from '../src/lib/model'
import { layout } from '../src/lib/scene'
import { BadPatch } from '../src/lib/patch'
import type { ServerMessage, State, TableState } from '../src/protocol'

const state: State = { scene: { title: 'T' }, question: null, may_act: [0] }
const table = {
  type: 'table',
  seats: [
    { seat: 0, name: 'Ada', person: 1, connected: true },
    { seat: 1, name: '', person: null },
  ],
  people: [{ id: 1, name: 'Ada', connected: true }],
  watchers: 0,
} as unknown as TableState

const hear = (...messages: ServerMessage[]): Model => messages.reduce((model, message) => told(model, message, () => 100), nothing)

describe('what the server says', () => {
  it('observations: whole, then patched; the log is cut after an undo', () => {
    const model = hear(
      { type: 'observation', seat: 0, log_from: 0, state, events: [{ text: 'a' }, { text: 'b' }] },
      { type: 'observation', seat: 0, log_from: 1, patch: [{ op: 'replace', path: '/may_act', value: [1] }], events: [{ text: 'c' }] },
    )
    expect(model.sights).toHaveLength(1)
    expect(model.sights[0]?.state.may_act).toEqual([1])
    expect(model.sights[0]?.log.map((line) => line.text)).toEqual(['a', 'c'])
  })

  it('keeps the seats of a shared screen apart', () => {
    const model = hear(
      { type: 'observation', seat: 0, log_from: 0, state },
      { type: 'observation', seat: 1, log_from: 0, state: { ...state, undo: true } },
    )
    expect(model.sights.map((sight) => sight.state.undo)).toEqual([undefined, true])
  })

  it('who asks for a seat is known until it is decided', () => {
    const asked = { type: 'seat-asked', asking: 3, seat: 1, person: 2, name: 'Bea', plays: 'Bot 2' } as const
    expect(hear(asked).asking?.name).toBe('Bea')
    expect(hear(asked, { type: 'seat-closed', asking: 3, seat: 1, person: 2, name: 'Bea', given: true }).asking).toBeNull()
  })

  it('who has left a seat sees it no more', () => {
    const welcome = { type: 'welcome', version: 1, stream: 's', table: 't', person: 1, now: 130, resumed: false } as const
    const left = { ...table, seats: [{ seat: 0, name: 'Bot 1', person: null, bot: 'thumb' }] } as unknown as TableState
    const model = hear(welcome, table, { type: 'observation', seat: 0, log_from: 0, state })
    expect(told(model, table).sights).toHaveLength(1)
    expect(told(model, left).sights).toEqual([])
  })

  it('a patch to nothing is refused', () => {
    expect(() => hear({ type: 'observation', seat: 0, log_from: 0, patch: [] })).toThrow(BadPatch)
  })

  it('a welcome that does not resume forgets everything', () => {
    const before = hear(table, { type: 'observation', seat: 0, log_from: 0, state })
    const welcome = { type: 'welcome', version: 1, stream: 's', table: 't', person: 2, now: 130 } as const
    expect(told(before, { ...welcome, resumed: true }, () => 100).sights).toHaveLength(1)
    const fresh = told(before, { ...welcome, resumed: false }, () => 100)
    expect(fresh).toMatchObject({ table: null, sights: [], person: 2, skew: 30 })
  })

  it('presence marks people and seats', () => {
    const model = hear(table, { type: 'presence', people: [], watchers: 3 })
    expect(model.table?.seats[0]?.connected).toBe(false)
    expect(model.table?.watchers).toBe(3)
  })

  it('a hint goes with its question', () => {
    const asked = { ...state, question: { id: 'q1', kind: 'Choose', rule: '', prompt: '', options: [], limits: {} } }
    const hint = { type: 'hint', re: 'x', seat: 0, ask: 'q1', answer: 'a', reason: '' } as const
    const model = hear({ type: 'observation', seat: 0, log_from: 0, state: asked }, hint)
    expect(model.hint).toEqual(hint)
    expect(told(model, { type: 'observation', seat: 0, log_from: 0, state }).hint).toBeNull()
  })

  it('names seats, and chance', () => {
    expect(seatName(table, 0)).toBe('Ada')
    expect(seatName(table, 1)).toBe('Seat 2')
    expect(seatName(table, 4, layout({ title: '', names: { '4': 'High Priest' } }))).toBe('High Priest')
    expect(seatName(table, -1)).toBe('the dice')
  })
})
