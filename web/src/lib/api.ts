// The HTTP side of the server.
import type {
  CampaignInfo,
  Failure,
  Frames,
  GameInfo,
  GameList,
  JoinTable,
  Joined,
  NewReport,
  NewTable,
  Notes,
  PackBrought,
  ReplayInfo,
  ReportTaken,
  RuleList,
  TableInfo,
} from '../protocol'
import { tokenFor } from './memory'
import { capital } from './scene'

export class Failed extends Error {
  constructor(
    readonly status: number,
    readonly failure: Failure,
  ) {
    super(capital(failure.message ?? '') || 'The server could not do that.')
  }
}

async function ask<T>(path: string, init: RequestInit = {}, token = ''): Promise<T> {
  const headers = new Headers(init.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json')
  let answer: Response
  try {
    answer = await fetch(`/api/${path}`, { ...init, headers })
  } catch {
    throw new Failed(0, { code: 'unavailable', message: 'The server cannot be reached. Is it running?' })
  }
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) {
    const failure = (body as Failure | null) ?? { code: 'unavailable', message: `The server answered ${answer.status}.` }
    throw new Failed(answer.status, failure)
  }
  return body as T
}

const send = (method: string, body: unknown): RequestInit => ({ method, body: JSON.stringify(body) })
const post = <T>(path: string, body: unknown) => ask<T>(path, send('POST', body))
const part = encodeURIComponent

export const games = () => ask<GameList>('games')

/** So many milliseconds after the server could not be reached, it is tried again. */
export const AGAIN = 3000

/** What is known of a game, asked for again until the server says. */
export async function gameInfo(game: string): Promise<GameInfo | undefined> {
  for (;;) {
    try {
      return (await games()).games.find((each) => each.id === game)
    } catch {
      await new Promise((later) => setTimeout(later, AGAIN))
    }
  }
}

export const newTable = (body: NewTable) => post<Joined>('tables', body)
export const joinTable = (table: string, body: JoinTable) => post<Joined>(`tables/${part(table)}/join`, body)
export const tableInfo = (table: string, token = '') => ask<TableInfo>(`tables/${part(table)}`, {}, token)
export const sendRecord = (text: string) => ask<ReplayInfo>('records', { method: 'POST', body: text })
export const replay = (match: string) => ask<ReplayInfo>(`replays/${part(match)}`, {}, tokenFor(match))
export const frames = (match: string, viewer: string, first: number, last: number) =>
  ask<Frames>(`replays/${part(match)}/frames?viewer=${part(viewer)}&first=${first}&last=${last}`, {}, tokenFor(match))
export const findRules = (game: string, words: string) => ask<RuleList>(`games/${part(game)}/rules?q=${part(words)}`)
export const ruleById = (game: string, id: string) => ask<RuleList>(`games/${part(game)}/rules?id=${part(id)}`)

export const readNotes = (table: string, token: string) => ask<Notes>(`tables/${part(table)}/notes`, {}, token)
export const writeNotes = (table: string, token: string, notes: Notes) =>
  ask<Notes>(`tables/${part(table)}/notes`, send('PUT', notes), token)
export const report = (table: string, token: string, body: NewReport) =>
  ask<ReportTaken>(`tables/${part(table)}/report`, send('POST', body), token)

export const bringPack = (table: string, token: string, name: string, text: string) =>
  ask<PackBrought>(`tables/${part(table)}/packs?name=${part(name)}`, { method: 'POST', body: new Blob([text]) }, token)
export const tableCampaign = (table: string, token: string) => ask<CampaignInfo>(`tables/${part(table)}/campaign`, {}, token)
export const campaign = (id: string) => ask<CampaignInfo>(`campaigns/${part(id)}`)

/** A pack as it was brought to a table; only people who are there can have it. */
export async function packText(table: string, token: string, hash: string): Promise<string> {
  const answer = await fetch(`/api/tables/${part(table)}/packs/${part(hash)}`, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Failed(answer.status, (await answer.json()) as Failure)
  return answer.text()
}

/** Where the file of a report can be had, once its match is over. */
export const reportAddress = (id: string) => `/api/reports/${part(id)}`

/** Where the record of a table's last match can be had. */
export const recordAddress = (table: string) => `/api/tables/${part(table)}/record`

/** Where the record of a finished match can be had. */
export const recordOf = (match: string) => `/api/replays/${part(match)}/record`

/** Follow a link to a file that only people of a table may have: it is fetched with their token, and saved. */
export async function save(event: MouseEvent & { currentTarget: HTMLAnchorElement }, token: string): Promise<void> {
  if (!token) return
  event.preventDefault()
  const link = event.currentTarget
  const answer = await fetch(link.href, { headers: { Authorization: `Bearer ${token}` } }).catch(() => null)
  if (!answer?.ok) return location.assign(link.href) // which says what is wrong
  const file = document.createElement('a')
  file.href = URL.createObjectURL(await answer.blob())
  file.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? (link.download || 'record.json')
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}

export function socketAddress(table: string): string {
  const { protocol, host } = location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${part(table)}/socket`
}
