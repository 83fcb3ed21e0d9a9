import { describe, expect, it } from 'vitest'
import { turnsOf } from '../src/lib/log'

const said = (text: string, key = 'x') => ({ text, key, rule: 'R-1' })
const log = [
  said('The table is laid.'),
  said('It is the turn of Ada.', 'turn'),
  said('Ada gains 5 life.'),
  said('Ada gains 5 life.'),
  said('The marker goes to 2.'),
  said('Ada gains 5 life.'),
  said('It is the turn of Bea.', 'turn'),
  said('Ada gains 5 life.'),
]

describe('the log', () => {
  it('is told by turns, and what is said again is counted', () => {
    const turns = turnsOf(log, false)
    expect(turns.map((turn) => turn.title)).toEqual(['', 'It is the turn of Ada.', 'It is the turn of Bea.'])
    expect(turns[1]!.lines.map((line) => [line.text, line.times])).toEqual([['Ada gains 5 life.', 3], ['The marker goes to 2.', 1]])
    expect(turns[2]!.lines.map((line) => line.times)).toEqual([1])
  })

  it('counts only what is near: the same thing much later is said again', () => {
    const between = ['a', 'b', 'c', 'd'].map((text) => said(text))
    const [turn] = turnsOf([said('again'), ...between, said('again')], false)
    expect(turn!.lines.map((line) => line.text)).toEqual(['again', 'a', 'b', 'c', 'd', 'again'])
  })

  it('says every line with its place on demand', () => {
    const turns = turnsOf(log, true, 10)
    expect(turns.flatMap((turn) => [...(turn.title ? [turn.at] : []), ...turn.lines.map((line) => line.at)])).toEqual([10, 11, 12, 13, 14, 15, 16, 17])
    expect(turns[1]!.lines[0]!.rule).toBe('R-1')
  })

  it('is empty as long as nothing has happened', () => expect(turnsOf([], false)).toEqual([]))
})
