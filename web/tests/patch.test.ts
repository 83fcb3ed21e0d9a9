import { describe, expect, it } from 'vitest'
import { BadPatch, patched } from '../src/lib/patch'

describe('patches', () => {
  const before = { scene: { zones: [{ id: 'a' }, { id: 'b' }] }, 'x/y~z': 1, list: [1, 2, 3] }

  it('add, remove and replace in objects and lists', () => {
    const after = patched(before, [
      { op: 'add', path: '/list/1', value: 9 },
      { op: 'remove', path: '/list/0' },
      { op: 'replace', path: '/scene/zones/1/id', value: 'c' },
      { op: 'add', path: '/scene/zones/2', value: { id: 'd' } },
      { op: 'replace', path: '/x~1y~0z', value: 2 },
    ])
    expect(after).toEqual({ scene: { zones: [{ id: 'a' }, { id: 'c' }, { id: 'd' }] }, 'x/y~z': 2, list: [9, 2, 3] })
  })

  it('change nothing in place, and keep what did not change', () => {
    const copy = structuredClone(before)
    const after = patched(before, [{ op: 'replace', path: '/scene/zones/1/id', value: 'c' }])
    expect(before).toEqual(copy)
    expect(after.scene.zones[0]).toBe(before.scene.zones[0])
    expect(after.list).toBe(before.list)
  })

  it('replace the whole document', () => {
    expect(patched<unknown>(before, [{ op: 'replace', path: '', value: 5 }])).toBe(5)
  })

  it.each([
    [{ op: 'remove', path: '/nothing' }],
    [{ op: 'replace', path: '/list/3', value: 1 }],
    [{ op: 'add', path: '/list/-', value: 1 }],
    [{ op: 'add', path: '/list/01', value: 1 }],
    [{ op: 'replace', path: 'list', value: 1 }],
    [{ op: 'replace', path: '/list/0/deeper', value: 1 }],
  ] as const)('refuse what does not fit: %j', (operation) => {
    expect(() => patched(before, [operation])).toThrow(BadPatch)
  })
})
