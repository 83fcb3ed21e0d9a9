// Made from protocol.schema.json by `npm run types`. Do not edit.

export type ClientMessage =
  | Hello
  | GiveAnswer
  | Act
  | Withdraw
  | Stand
  | AskUndo
  | Consent
  | Say
  | AskHint
  | TypeDice
  | Concede
  | Sit
  | Leave
  | Rename
  | Configure
  | Arrange
  | Fill
  | SetBot
  | Remove
  | Start
  | Pause
  | EndMatch
  | HandOver
  | Delete
  | Rematch
export type ServerMessage =
  Welcome | TableState | Observation | Done | Problem | Said | Presence | UndoAsked | UndoClosed | Notice | Hint | Gone

export interface Everything {
  Act?: Act
  Arrange?: Arrange
  AskHint?: AskHint
  AskUndo?: AskUndo
  Asked?: Asked
  ClientMessage?: ClientMessage
  Concede?: Concede
  Configure?: Configure
  Consent?: Consent
  Crumb?: Crumb
  Delete?: Delete
  DiceWanted?: DiceWanted
  Done?: Done
  EndMatch?: EndMatch
  Failure?: Failure
  Fill?: Fill
  Frame?: Frame
  Frames?: Frames
  GameInfo?: GameInfo
  GameList?: GameList
  GiveAnswer?: GiveAnswer
  Gone?: Gone
  HandOver?: HandOver
  Health?: Health
  Hello?: Hello
  Hint?: Hint
  JoinTable?: JoinTable
  Joined?: Joined
  Leave?: Leave
  NewReport?: NewReport
  NewTable?: NewTable
  Notice?: Notice
  Observation?: Observation
  Option?: Option
  OptionInfo?: OptionInfo
  Outcome?: Outcome
  PatchOp?: PatchOp
  Pause?: Pause
  Person?: Person
  Piece?: Piece
  Presence?: Presence
  Problem?: Problem
  Rematch?: Rematch
  Remove?: Remove
  Rename?: Rename
  ReplayInfo?: ReplayInfo
  ReportTaken?: ReportTaken
  RuleInfo?: RuleInfo
  RuleList?: RuleList
  Said?: Said
  Say?: Say
  Scene?: Scene
  SeatState?: SeatState
  ServerMessage?: ServerMessage
  SetBot?: SetBot
  Settings?: Settings
  Sit?: Sit
  Stand?: Stand
  Start?: Start
  State?: State
  TableInfo?: TableInfo
  TableState?: TableState
  Told?: Told
  TypeDice?: TypeDice
  UndoAsked?: UndoAsked
  UndoClosed?: UndoClosed
  Welcome?: Welcome
  Withdraw?: Withdraw
  Zone?: Zone
}
/**
 * Do something unasked: one of the free actions.
 */
export interface Act {
  key: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'act'
}
/**
 * Seat people anew: the i-th seat gets whoever sat on `order[i]`; empty: at random.
 */
export interface Arrange {
  /**
   * @maxItems 64
   */
  order?: number[]
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'arrange'
}
/**
 * What would a sensible player answer here, and why?
 */
export interface AskHint {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'hint'
}
/**
 * Take back my last decision; if others must agree, they are asked.
 */
export interface AskUndo {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'undo'
}
/**
 * The open question as its seat sees it.
 */
export interface Asked {
  id: string
  kind: string
  limits: {
    [k: string]: unknown
  }
  options: Option[]
  prompt: string
  rule: string
}
/**
 * One option as a person sees it: its key, a label, and the pieces of the scene it can be clicked on.
 */
export interface Option {
  key: string
  label: string
  pieces?: string[]
}
/**
 * The first message: who I am, and the last message I have (of which stream), if I was here before.
 */
export interface Hello {
  last?: number
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  stream?: string
  token?: string
  type: 'hello'
  version: number
}
/**
 * Answer the question `ask` open to one of my seats.
 */
export interface GiveAnswer {
  answer: unknown
  ask: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'answer'
}
/**
 * Take back a sealed answer while others are still to come.
 */
export interface Withdraw {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'withdraw'
}
/**
 * Pass every window until the named step of the breadcrumb ends (or I am touched); null: ask me again.
 */
export interface Stand {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  touched?: boolean
  type: 'stand'
  until?: string | null
}
/**
 * Agree, or not, to the undo that was asked for.
 */
export interface Consent {
  agree: boolean
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'consent'
  undo: number
}
/**
 * Say something to the table, or whisper to some seats where the game allows it.
 */
export interface Say {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  text: string
  /**
   * @maxItems 64
   */
  to?: number[]
  type: 'say'
}
/**
 * What the real dice show, at a table where they are rolled by hand.
 */
export interface TypeDice {
  /**
   * @maxItems 100
   */
  faces: (string | number)[]
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'dice'
}
/**
 * Give up: by the game's own rule if it has one, else a bot plays the seat on.
 */
export interface Concede {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'concede'
}
/**
 * Take an open seat, also beside one I have where the game allows several at one screen.
 */
export interface Sit {
  /**
   * A random text of the player's own, mixed into a fair deal.
   */
  number?: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'sit'
}
/**
 * Get up from a seat: it is open again, or played by a bot if the game is on.
 */
export interface Leave {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'leave'
}
/**
 * Be called something else.
 */
export interface Rename {
  name: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'rename'
}
/**
 * Change the table before the game starts; what is null stays. An empty password opens the table.
 */
export interface Configure {
  options?: {
    [k: string]: unknown
  } | null
  password?: string | null
  players?: number | null
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  settings?: Settings | null
  type: 'configure'
}
/**
 * How a table is run, whatever the game. Limits are in seconds; 0 is off.
 */
export interface Settings {
  chat?: boolean
  time_limit?: number
  typed_dice?: boolean
  undo?: boolean
  watchers?: boolean
}
/**
 * Put bots on all open seats.
 */
export interface Fill {
  bot?: 'random' | 'thumb'
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'fill'
}
/**
 * Let a bot play a seat (its person may be absent); null gives the seat back to the person, or opens it.
 */
export interface SetBot {
  bot?: ('random' | 'thumb') | null
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'bot'
}
/**
 * Send a person away from the table; their token is void.
 */
export interface Remove {
  person: number
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'remove'
}
/**
 * Begin to play.
 */
export interface Start {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'start'
}
/**
 * Stop taking answers, or go on.
 */
export interface Pause {
  paused: boolean
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'pause'
}
/**
 * Break the match off; nobody wins.
 */
export interface EndMatch {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'end'
}
/**
 * Make somebody else the host.
 */
export interface HandOver {
  person: number
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'handover'
}
/**
 * Remove the table and everything about it.
 */
export interface Delete {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'delete'
}
/**
 * Play again, with the same people and options, at once.
 */
export interface Rematch {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'rematch'
}
/**
 * A pending step: its name (for `stand`), its title, its rule.
 */
export interface Crumb {
  rule?: string
  step: string
  title: string
}
/**
 * Dice to be rolled by hand and typed in.
 */
export interface DiceWanted {
  count: number
  faces: (string | number)[]
  purpose: string
  rule?: string
}
/**
 * The message `re` was carried out, and is on disk.
 */
export interface Done {
  re: string
  seq?: number
  type: 'done'
}
/**
 * The body of every answer with a status of 400 or more.
 */
export interface Failure {
  code:
    | 'conflict'
    | 'forbidden'
    | 'illegal'
    | 'malformed'
    | 'not-found'
    | 'stale'
    | 'too-fast'
    | 'too-large'
    | 'unavailable'
    | 'version'
  field?: string
  message?: string
}
/**
 * One moment of a replay; the first of an answer has a whole state, the others a patch to the one before.
 */
export interface Frame {
  events?: Told[]
  moment: number
  patch?: PatchOp[] | null
  seat?: number | null
  state?: State | null
}
/**
 * Something that happened, in words for this viewer.
 */
export interface Told {
  args?: {
    [k: string]: unknown
  }
  key?: string
  rule?: string
  text: string
}
/**
 * One change of a document, as in RFC 6902: `path` is a JSON pointer; `-` is never used.
 */
export interface PatchOp {
  op: 'add' | 'remove' | 'replace'
  path: string
  value?: unknown
}
/**
 * What one viewer may know now. This is the document that patches apply to.
 */
export interface State {
  breadcrumb?: Crumb[]
  deadline?: number | null
  dice?: DiceWanted | null
  free?: Option[]
  may_act?: number[]
  outcome?: Outcome | null
  question?: Asked | null
  scene: Scene
  standing?: string | null
  undo?: boolean
  withdraw?: boolean
}
/**
 * How a game ended: who won, by which rule, in a word or two; scores where the game has them.
 */
export interface Outcome {
  reason?: string
  rule?: string
  scores?: {
    [k: string]: number
  }
  winners: number[]
}
/**
 * Everything to be drawn for one viewer, in reading order.
 */
export interface Scene {
  breadcrumb?: string[]
  title: string
  turn?: number | null
  zones?: Zone[]
}
/**
 * A deck, hand, row, grid, map, track or tray; `track` holds a marker's place and length.
 */
export interface Zone {
  id: string
  kind: string
  marks?: {
    [k: string]: unknown
  }
  owner?: number | null
  pieces?: Piece[]
  title?: string
  track?: {
    [k: string]: number
  }
  zones?: Zone[]
}
/**
 * A card, die, token, pawn or marker, with a stable id that options refer to. Without a title it lies face down.
 */
export interface Piece {
  back?: string
  count?: number
  icon?: string
  id: string
  kind: string
  marks?: {
    [k: string]: unknown
  }
  on?: string
  owner?: number | null
  tags?: string[]
  text?: string
  title?: string
}
/**
 * GET /api/replays/{match}/frames?viewer=0|watcher|all&first=0&last=99.
 */
export interface Frames {
  frames: Frame[]
  viewer: string
}
/**
 * A game as the menu shows it.
 */
export interface GameInfo {
  hints: boolean
  id: string
  minutes: string
  options: OptionInfo[]
  players: number[]
  shared: boolean
  summary: string
  title: string
  whispers: boolean
}
/**
 * An option of a game: yes or no (choices empty), or one of the choices.
 */
export interface OptionInfo {
  choices: string[]
  default: boolean | string
  key: string
  rule: string
  title: string
}
/**
 * GET /api/games.
 */
export interface GameList {
  games: GameInfo[]
  version: number
}
/**
 * The table is no more, or you were sent away; do not come back.
 */
export interface Gone {
  reason: string
  seq?: number
  type: 'gone'
}
/**
 * GET /healthz.
 */
export interface Health {
  ok: boolean
  tables: number
  version: number
}
/**
 * What a sensible player would answer, and why.
 */
export interface Hint {
  answer: unknown
  ask: string
  re: string
  reason: string
  seat: number
  seq?: number
  type: 'hint'
}
/**
 * POST /api/tables/{table}/join: sit down (on the first open seat unless one is named), or watch by name.
 */
export interface JoinTable {
  name: string
  /**
   * A random text of the player's own, mixed into a fair deal.
   */
  number?: string
  password?: string
  seat?: number | null
  watch?: boolean
}
/**
 * A place at a table. Keep the token: it is the person. `/t/{table}#{token}` brings them back on any device.
 */
export interface Joined {
  person: number
  seats: number[]
  table: string
  token: string
}
/**
 * POST /api/tables/{table}/report: something is wrong here; the record and the moment are kept with it.
 */
export interface NewReport {
  seat?: number | null
  text: string
}
/**
 * POST /api/tables: open a table; whoever does is its host, on its first seat. With a bot, bots fill it.
 */
export interface NewTable {
  bots?: ('random' | 'thumb') | null
  game: string
  name: string
  /**
   * A random text of the player's own, mixed into a fair deal.
   */
  number?: string
  options?: {
    [k: string]: unknown
  }
  password?: string
  players?: number | null
  settings?: Settings1
  start?: boolean
}
/**
 * How a table is run, whatever the game. Limits are in seconds; 0 is off.
 */
export interface Settings1 {
  chat?: boolean
  time_limit?: number
  typed_dice?: boolean
  undo?: boolean
  watchers?: boolean
}
/**
 * Something about the table in one sentence.
 */
export interface Notice {
  key: string
  seq?: number
  text: string
  type: 'notice'
}
/**
 * What a seat (null: a watcher) sees now: the whole `state`, or the `patch` to the last one, whichever is smaller.
 *
 *     Cut the seat's log to `log_from` events, then add `events`.
 */
export interface Observation {
  events?: Told[]
  log_from: number
  patch?: PatchOp[] | null
  seat: number | null
  seq?: number
  state?: State | null
  type: 'observation'
}
/**
 * Somebody at the table, seated or watching.
 */
export interface Person {
  connected?: boolean
  id: number
  name: string
  seats?: number[]
}
/**
 * Who is connected.
 */
export interface Presence {
  people: number[]
  seq?: number
  type: 'presence'
  watchers: number
}
/**
 * The message `re` was not carried out; nothing changed. `field` names the part of it that is wrong.
 */
export interface Problem {
  code:
    | 'conflict'
    | 'forbidden'
    | 'illegal'
    | 'malformed'
    | 'not-found'
    | 'stale'
    | 'too-fast'
    | 'too-large'
    | 'unavailable'
    | 'version'
  field?: string
  message?: string
  re?: string
  seq?: number
  type: 'problem'
}
/**
 * GET /api/replays/{match}: a finished match. POST /api/records answers with the same for an uploaded record.
 */
export interface ReplayInfo {
  fair: boolean
  game: string
  match: string
  moments: number
  names: string[]
  outcome: Outcome | null
  players: number
  problems: string[]
  title: string
}
/**
 * A report was taken. GET /api/reports/{report} gives the file for developers, when the match is over.
 */
export interface ReportTaken {
  report: string
}
/**
 * A rule of a game's ledger.
 */
export interface RuleInfo {
  id: string
  section: string
  text: string
}
/**
 * GET /api/games/{game}/rules?q=words, or ?id=CD-9.16.
 */
export interface RuleList {
  rules: RuleInfo[]
}
/**
 * A line of chat; `to` names the seats it was whispered to.
 */
export interface Said {
  at: number
  name: string
  person: number
  seq?: number
  text: string
  to?: number[]
  type: 'said'
}
/**
 * Who plays a seat. `person` is None for an open seat and for one that only a bot plays.
 */
export interface SeatState {
  bot?: ('random' | 'thumb') | null
  connected?: boolean
  name?: string
  person?: number | null
  seat: number
}
/**
 * You are in. Resumed: `seq` is the last you have, and what you missed follows.
 *
 *     Otherwise forget all: messages that tell you the whole table follow, all with this same `seq`; then it counts on.
 */
export interface Welcome {
  now: number
  person: number
  resumed: boolean
  seq?: number
  stream: string
  table: string
  type: 'welcome'
  version: number
}
/**
 * Everything about the table but the game itself; sent whole whenever it changes.
 */
export interface TableState {
  commitment: string
  game: string
  host: number
  id: string
  locked: boolean
  match: string
  options: {
    [k: string]: unknown
  }
  outcome?: Outcome | null
  paused: boolean
  people: Person[]
  phase: 'lobby' | 'over' | 'playing'
  players: number
  seats: SeatState[]
  seq?: number
  settings: Settings
  title: string
  type: 'table'
  watchers: number
}
/**
 * A seat would like to take back its last decision; all others are asked.
 */
export interface UndoAsked {
  name: string
  seat: number
  seq?: number
  type: 'undo-asked'
  undo: number
}
/**
 * An undo was carried out or refused.
 */
export interface UndoClosed {
  done: boolean
  seat: number
  seq?: number
  type: 'undo-closed'
  undo: number
}
/**
 * GET /api/tables/{table}: what may be known before joining, and, with a token, what waits for you there.
 */
export interface TableInfo {
  game: string
  id: string
  locked: boolean
  match?: string
  outcome?: Outcome | null
  phase: 'lobby' | 'over' | 'playing'
  players: number
  seats: SeatState[]
  title: string
  your_seats?: number[]
  your_turn?: boolean
}
