import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Notebook } from '../src/lib/notebook.svelte'
import type { Notes } from '../src/protocol'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function kept(found: Notes = {}) {
  const written: Notes[] = []
  const api = {
    read: vi.fn(async () => found),
    write: vi.fn(async (_table: string, _token: string, notes: Notes) => {
      written.push(notes)
      return notes
    }),
  }
  return { api, written, book: new Notebook('t', 'token', api) }
}

test('a mark goes from perhaps to sure to not, and away', () => {
  const { book } = kept()
  const seen = [0, 1, 2, 3].map(() => {
    book.turn(2, 'liar')
    return book.mark(2, 'liar')
  })
  expect(seen).toEqual(['maybe', 'sure', 'not', undefined])
  expect(book.notes.marks).toEqual({})
})

test('what is noted quickly is written once, and says so', async () => {
  const { book, written } = kept()
  book.turn(1, 'liar')
  book.write('Hm')
  expect(book.state).toBe('writing')
  await vi.advanceTimersByTimeAsync(600)
  expect(written).toEqual([{ text: 'Hm', marks: { '1': { liar: 'maybe' } } }])
  expect(book.state).toBe('kept')
})

test('what could not be written is tried again, and not read over', async () => {
  const { book, api, written } = kept({ text: 'old', marks: {} })
  api.write.mockRejectedValueOnce(new Error('away'))
  book.write('new')
  await vi.advanceTimersByTimeAsync(600)
  expect(book.state).toBe('failed')
  await book.read()
  expect(book.notes.text).toBe('new')
  await vi.advanceTimersByTimeAsync(5000)
  expect(written.at(-1)?.text).toBe('new')
  expect(book.state).toBe('kept')
})

test('a new match has a clean sheet, and nothing of the old one is written to it', async () => {
  const { book, written } = kept({ text: '', marks: {} })
  book.write('about the last game')
  await book.renew()
  await vi.advanceTimersByTimeAsync(5000)
  expect(book.notes.text).toBe('')
  expect(written).toEqual([])
})
