// The HTTP side of the server.
import type {
  Failure,
  Frames,
  GameList,
  JoinTable,
  Joined,
  NewTable,
  ReplayInfo,
  RuleList,
  TableInfo,
} from '../protocol'

export class Failed extends Error {
  constructor(
    readonly status: number,
    readonly failure: Failure,
  ) {
    super(failure.message || 'The server could not do that.')
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

const post = <T>(path: string, body: unknown) => ask<T>(path, { method: 'POST', body: JSON.stringify(body) })
const part = encodeURIComponent

export const games = () => ask<GameList>('games')
export const newTable = (body: NewTable) => post<Joined>('tables', body)
export const joinTable = (table: string, body: JoinTable) => post<Joined>(`tables/${part(table)}/join`, body)
export const tableInfo = (table: string, token = '') => ask<TableInfo>(`tables/${part(table)}`, {}, token)
export const sendRecord = (text: string) => ask<ReplayInfo>('records', { method: 'POST', body: text })
export const replay = (match: string) => ask<ReplayInfo>(`replays/${part(match)}`)
export const frames = (match: string, viewer: string, first: number, last: number) =>
  ask<Frames>(`replays/${part(match)}/frames?viewer=${part(viewer)}&first=${first}&last=${last}`)
export const findRules = (game: string, words: string) => ask<RuleList>(`games/${part(game)}/rules?q=${part(words)}`)
export const ruleById = (game: string, id: string) => ask<RuleList>(`games/${part(game)}/rules?id=${part(id)}`)

/** Where the record of a table's last match can be had. */
export const recordAddress = (table: string) => `/api/tables/${part(table)}/record`

/** Where the record of a finished match can be had. */
export const recordOf = (match: string) => `/api/replays/${part(match)}/record`

export function socketAddress(table: string): string {
  const { protocol, host } = location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${part(table)}/socket`
}
