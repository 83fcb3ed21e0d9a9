import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forget, newHere, remember, rememberMatch, tokenFor } from '../src/lib/memory'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
})

describe('what this browser remembers', () => {
  it('with which token a match may be seen', () => {
    rememberMatch('m1', 't1')
    rememberMatch('m2', 't2')
    expect(tokenFor('m1')).toBe('')
    remember({ table: 't1', token: 'mine', game: 'g', title: 'G', name: 'Ada' })
    expect(tokenFor('m1')).toBe('mine')
    expect(tokenFor('m2')).toBe('')
    expect(tokenFor('m3')).toBe('')
    forget('t1')
    expect(tokenFor('m1')).toBe('')
  })

  it('whether anybody has played here', () => {
    expect(newHere()).toBe(true)
    remember({ table: 't1', token: 'mine', game: 'g', title: 'G', name: 'Ada' })
    expect(newHere()).toBe(false)
    forget('t1')
    expect(newHere()).toBe(false)
  })
})
