// What this browser remembers: the places it has at tables, campaigns it plays, packs it has brought, and a name.
export interface Place {
  table: string
  token: string
  game: string
  title: string
  name: string
  at: number
}

/** A campaign that somebody here has played: whoever knows its id may play it on. */
export interface KnownCampaign {
  id: string
  game: string
  name: string
}

/** A pack of cards that was brought to a table from here. */
export interface KnownPack {
  game: string
  file: string
  name: string
  text: string
}

const CAMPAIGNS = 'eschaton.campaigns'
const PACKS = 'eschaton.packs'
const MOST_PACKS = 8
const PLACES = 'eschaton.places'
const MATCHES = 'eschaton.matches'
const NAME = 'eschaton.name'
const PLAYED = 'eschaton.played'
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
  write(PLAYED, true)
  write(PLACES, [{ ...place, at: Date.now() }, ...others].slice(0, MOST))
}

/** Whether nobody has had a place at a table from this browser. */
export const newHere = (): boolean => !read(PLAYED, false) && places().length === 0

export function forget(table: string): void {
  write(PLACES, places().filter((each) => each.table !== table))
}

/** At which table a match was played: what was played behind a password is shown to the people of that table. */
export function rememberMatch(match: string, table: string): void {
  const others = read<[string, string][]>(MATCHES, []).filter(([known]) => known !== match)
  write(MATCHES, [[match, table], ...others].slice(0, MOST))
}

/** The token with which a match may be seen; empty for one of a table where this browser has no place. */
export function tokenFor(match: string): string {
  const table = read<[string, string][]>(MATCHES, []).find(([known]) => known === match)?.[1]
  return (table && placeAt(table)?.token) || ''
}

export const campaignsOf = (game: string): KnownCampaign[] =>
  read<KnownCampaign[]>(CAMPAIGNS, []).filter((each) => each.game === game)

export function rememberCampaign(campaign: KnownCampaign): void {
  const others = read<KnownCampaign[]>(CAMPAIGNS, []).filter((each) => each.id !== campaign.id)
  write(CAMPAIGNS, [campaign, ...others].slice(0, MOST))
}

export const packsOf = (game: string): KnownPack[] => read<KnownPack[]>(PACKS, []).filter((each) => each.game === game)

export function rememberPack(pack: KnownPack): void {
  const others = read<KnownPack[]>(PACKS, []).filter((each) => each.game !== pack.game || each.file !== pack.file)
  write(PACKS, [pack, ...others].slice(0, MOST_PACKS))
}

export const myName = (): string => read(NAME, '')

export const nameMe = (name: string): void => write(NAME, name)

/** A random text mixed into the deal, so that nobody chose the cards. */
export function luckyNumber(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
