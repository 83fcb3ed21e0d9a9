import { expect, test } from 'vitest'
import { byRule, inWords, keysOf, ruleParts, sameAnswer } from '../src/lib/words'
import type { Asked } from '../src/protocol'

const question = {
  id: 'q',
  kind: 'Assign',
  prompt: 'Where?',
  rule: '',
  options: [
    { key: 'd1', label: 'Dagger' },
    { key: 'S2', label: 'Bea' },
  ],
} as unknown as Asked

test('answers of every kind are told by labels', () => {
  expect(inWords('d1', question)).toBe('Dagger')
  expect(inWords(['d1', 'S2'], question)).toBe('Dagger, Bea')
  expect(inWords([], question)).toBe('none')
  expect(inWords({ d1: 'S2' }, question)).toBe('Dagger to Bea')
  expect(inWords(3, question)).toBe('3')
  expect(inWords('unknown', question)).toBe('unknown')
})

test('order counts only where it is asked for', () => {
  expect(sameAnswer('ChooseSome', ['a', 'b'], ['b', 'a'])).toBe(true)
  expect(sameAnswer('Order', ['a', 'b'], ['b', 'a'])).toBe(false)
  expect(sameAnswer('Assign', { a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(sameAnswer('Assign', { a: '1' }, { a: '2' })).toBe(false)
  expect(sameAnswer('Choose', 'a', 'a')).toBe(true)
  expect(sameAnswer('ChooseSome', [], ['a'])).toBe(false)
})

test('the keys of an answer are what lies on the table', () => {
  expect(keysOf('a')).toEqual(['a'])
  expect(keysOf({ d1: 'S2' })).toEqual(['d1'])
  expect(keysOf(7)).toEqual([])
})

test('options are told by the rules of their own', () => {
  const offer = (label: string, rule?: string) => ({ key: label, label, ...(rule && { rule }) })
  expect(byRule([offer('Pass'), offer('Heal', 'X-1'), offer('Flee', 'X-2'), offer('Mend', 'X-1'), offer('Heal', 'X-1')])).toEqual([
    ['X-1', 'Heal · Mend'],
    ['X-2', 'Flee'],
  ])
  expect(byRule(['a', 'b', 'c', 'd'].map((label) => offer(label, 'X-3')))).toEqual([['X-3', 'a · b · 2 more']])
})

test('a rule is shown without the marks of the ledger, and the rules it names can be found', () => {
  expect(ruleParts('All in turn (see `CD-Q-17`). **One `Dg`.** End')).toEqual([
    { kind: 'words', text: 'All in turn (see ' },
    { kind: 'rule', text: 'CD-Q-17' },
    { kind: 'words', text: '). ' },
    { kind: 'bold', text: 'One ' },
    { kind: 'sign', text: 'Dg' },
    { kind: 'bold', text: '.' },
    { kind: 'words', text: ' End' },
  ])
})
