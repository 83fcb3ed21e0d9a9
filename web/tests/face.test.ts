import { describe, expect, it } from 'vitest'
import { faceOf } from '../src/lib/face'
import { givenName } from '../src/lib/given'

describe('faces and names that are given', () => {
  it('a name has always the same face, and names that sit together hardly ever share one', () => {
    const names = ['Ansel', 'Brisa', 'Corvin', 'Dagny', 'Edda', 'Fenna', 'Goran', 'Hesper', 'Ivo', 'Jorunn', 'Kasimir', 'Liesl', 'Marek', 'Nerys', 'Osric', 'Petra', 'Quill', 'Runa', 'Silas', 'Tamsin', 'Ulric', 'Vesna', 'Wren', 'Xenia', 'Yorick', 'Zita']
    const faces = names.map((name) => JSON.stringify(faceOf(name)))
    expect(new Set(faces).size).toBe(names.length)
    expect(faces).toEqual(names.map((name) => JSON.stringify(faceOf(name))))
  })

  it('somebody without a name is called something that fits a seat', () => {
    expect(givenName(() => 0)).not.toBe(givenName(() => 0.99))
    for (let n = 0; n < 50; n++) expect(givenName()).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
  })
})
