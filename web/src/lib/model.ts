// Everything this browser knows about one table, changed only by what the server says.
import type {
  Hint,
  Notice,
  Observation,
  Presence,
  Said,
  SeatAsked,
  ServerMessage,
  State,
  TableState,
  Told,
  UndoAsked,
} from '../protocol'
import { BadPatch, patched } from './patch'
import type { Layout } from './scene'

/** What one of my seats (or a watcher) sees. `fresh` is how many log entries came with the last observation. */
export interface Sight {
  seat: number | null
  state: State
  log: Told[]
  fresh: number
}

export interface Model {
  person: number
  /** The server's clock minus ours, in seconds. */
  skew: number
  table: TableState | null
  sights: Sight[]
  chat: Said[]
  undo: UndoAsked | null
  /** Who asks for a seat in mid-game, while it is being decided. */
  asking: SeatAsked | null
  notices: Notice[]
  hint: Hint | null
  gone: string
}

export const nothing: Model = {
  person: -1,
  skew: 0,
  table: null,
  sights: [],
  chat: [],
  undo: null,
  asking: null,
  notices: [],
  hint: null,
  gone: '',
}

/** The model after a message. Throws BadPatch when the two do not fit. */
export function told(model: Model, message: ServerMessage, clock: () => number = () => Date.now() / 1000): Model {
  switch (message.type) {
    case 'welcome': {
      const base = message.resumed ? model : { ...nothing, notices: model.notices }
      return { ...base, person: message.person, skew: message.now - clock() }
    }
    case 'table':
      return { ...model, table: message, sights: model.sights.filter(({ seat }) => seat === null || mine(message, model.person, seat)) }
    case 'observation':
      return observed(model, message)
    case 'said':
      return { ...model, chat: [...model.chat, message] }
    case 'presence':
      return model.table ? { ...model, table: present(model.table, message) } : model
    case 'undo-asked':
      return { ...model, undo: message }
    case 'undo-closed':
      return { ...model, undo: null }
    case 'seat-asked':
      return { ...model, asking: message }
    case 'seat-closed':
      return { ...model, asking: null }
    case 'notice':
      return { ...model, notices: [...model.notices.slice(-4), message] }
    case 'hint':
      return { ...model, hint: message }
    case 'gone':
      return { ...model, gone: message.reason }
    case 'done':
    case 'problem':
      return model
  }
}

/** Whether a seat is a person's: whoever has left it sees it no more. */
const mine = (table: TableState, person: number, seat: number) => table.seats.some((each) => each.seat === seat && each.person === person)

function observed(model: Model, message: Observation): Model {
  const old = model.sights.find((sight) => sight.seat === message.seat)
  let state = message.state ?? old?.state
  if (!state) throw new BadPatch('a patch to nothing')
  if (!message.state && message.patch) state = patched(state, message.patch)
  const events = message.events ?? []
  const log = [...(old?.log ?? []).slice(0, message.log_from), ...events]
  const sight: Sight = { seat: message.seat, state, log, fresh: events.length }
  const sights = old ? model.sights.map((each) => (each === old ? sight : each)) : [...model.sights, sight]
  const hint = model.hint && model.hint.seat === message.seat && state.question?.id !== model.hint.ask ? null : model.hint
  return { ...model, sights, hint }
}

function present(table: TableState, message: Presence): TableState {
  const here = new Set(message.people)
  return {
    ...table,
    watchers: message.watchers,
    people: table.people.map((person) => ({ ...person, connected: here.has(person.id) })),
    seats: table.seats.map((seat) => ({ ...seat, connected: seat.person != null && here.has(seat.person) })),
  }
}

/** How a seat is called: by who plays it; one that the game plays itself, as the game calls it. */
export function seatName(table: TableState | null, seat: number | null | undefined, made?: Layout | null): string {
  if (seat == null) return ''
  if (seat < 0) return 'the dice'
  return made?.names[seat] ?? (table?.seats.find((each) => each.seat === seat)?.name || `Seat ${seat + 1}`)
}
