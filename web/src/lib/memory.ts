// What this browser remembers: the places it has at tables, and a name.
export interface Place {
  table: string
  token: string
  game: string
  title: string
  name: string
  at: number
}

const PLACES = 'eschaton.places'
const NAME = 'eschaton.name'
const MOST = 40

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise
  } catch {
    return otherwise
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing can still play; the link brings the person back.
  }
}

export const places = (): Place[] => read<Place[]>(PLACES, [])

export const placeAt = (table: string): Place | undefined => places().find((place) => place.table === table)

export function remember(place: Omit<Place, 'at'>): void {
  const others = places().filter((each) => each.table !== place.table)
  write(PLACES, [{ ...place, at: Date.now() }, ...others].slice(0, MOST))
}

export function forget(table: string): void {
  write(PLACES, places().filter((each) => each.table !== table))
}

export const myName = (): string => read(NAME, '')

export const nameMe = (name: string): void => write(NAME, name)

/** A random text mixed into the deal, so that nobody chose the cards. */
export function luckyNumber(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
