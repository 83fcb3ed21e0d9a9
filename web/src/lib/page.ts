// Pages of books: what there is to read, and what of it is new.
import type { Page, Zone } from '../protocol'

/** Everything that can be read on a page, each text with an id that stays the same while the page is open. */
export function texts(zone: Zone): { id: string; text: string }[] {
  const { number = '', paragraphs = [], entries = [] } = zone.page ?? {}
  const head = [zone.title, number].filter(Boolean).join(', ')
  return [
    ...(head ? [{ id: 'head', text: head }] : []),
    ...paragraphs.map((text, n) => ({ id: `text ${n}`, text })),
    ...entries.filter((entry) => entry.paragraphs?.length).flatMap((entry) => [
      ...(entry.title ? [{ id: `${entry.id} head`, text: entry.title }] : []),
      ...entry.paragraphs!.map((text, n) => ({ id: `${entry.id} ${n}`, text })),
    ]),
  ]
}

/** Whether a page is read to others by somebody, and its text is not shown here. */
export const isReadOut = (page: Page): boolean => page.reader != null && !page.paragraphs?.length
