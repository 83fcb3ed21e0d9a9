// Made from protocol.schema.json by `npm run types`. Do not edit.

export type ClientMessage =
  | Hello
  | Ping
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
  | Contribute
  | Allow
  | Leave
  | Rename
  | Claim
  | BringCharacter
  | Configure
  | PlayCampaign
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
  | Welcome
  | TableState
  | Observation
  | Done
  | Problem
  | Said
  | Presence
  | UndoAsked
  | UndoClosed
  | SeatAsked
  | SeatClosed
  | Notice
  | Hint
  | Gone

export interface Everything {
  Act?: Act
  Allow?: Allow
  Arrange?: Arrange
  AskHint?: AskHint
  AskUndo?: AskUndo
  Asked?: Asked
  BotInfo?: BotInfo
  BringCharacter?: BringCharacter
  CampaignInfo?: CampaignInfo
  CampaignState?: CampaignState
  CharacterInfo?: CharacterInfo
  CharacterState?: CharacterState
  Claim?: Claim
  ClientMessage?: ClientMessage
  Concede?: Concede
  Configure?: Configure
  Consent?: Consent
  Contribute?: Contribute
  Crumb?: Crumb
  Delete?: Delete
  DiceWanted?: DiceWanted
  Die?: Die
  Done?: Done
  EndMatch?: EndMatch
  Entry?: Entry
  Failure?: Failure
  Fault?: Fault
  Fill?: Fill
  Frame?: Frame
  Frames?: Frames
  GameInfo?: GameInfo
  GameList?: GameList
  GiveAnswer?: GiveAnswer
  Gone?: Gone
  Ground?: Ground
  HandOver?: HandOver
  Health?: Health
  Hello?: Hello
  Hint?: Hint
  JoinTable?: JoinTable
  Joined?: Joined
  Leave?: Leave
  Look?: Look
  Need?: Need
  NewCharacter?: NewCharacter
  NewReport?: NewReport
  NewTable?: NewTable
  Notes?: Notes
  Notice?: Notice
  Observation?: Observation
  Option?: Option
  OptionInfo?: OptionInfo
  Outcome?: Outcome
  Overlay?: Overlay
  PackBrought?: PackBrought
  PackState?: PackState
  Page?: Page
  PatchOp?: PatchOp
  Pause?: Pause
  Person?: Person
  Piece?: Piece
  Ping?: Ping
  PlayCampaign?: PlayCampaign
  Presence?: Presence
  Problem?: Problem
  Region?: Region
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
  SeatAsked?: SeatAsked
  SeatClosed?: SeatClosed
  SeatState?: SeatState
  Sequence?: Sequence
  ServerMessage?: ServerMessage
  SetBot?: SetBot
  Settings?: Settings
  Sheet?: Sheet
  Side?: Side
  Sit?: Sit
  Spot?: Spot
  Stand?: Stand
  Start?: Start
  State?: State
  Suspect?: Suspect
  TableInfo?: TableInfo
  TableState?: TableState
  Teaching?: Teaching
  Tie?: Tie
  Told?: Told
  TypeDice?: TypeDice
  UndoAsked?: UndoAsked
  UndoClosed?: UndoClosed
  Way?: Way
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
 * Let somebody have the seat they have asked for in mid-game, or not; whoever asked may think better of it.
 */
export interface Allow {
  agree: boolean
  asking: number
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'allow'
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
 * One option as a person sees it: its key, a label, the pieces of the scene it can be clicked on, its own rule.
 */
export interface Option {
  key: string
  label: string
  pieces?: string[]
  rule?: string
}
/**
 * A kind of bot that can play a game, and how it plays, in words.
 */
export interface BotInfo {
  kind: 'easy' | 'hard' | 'medium' | 'random' | 'thumb'
  plays: string
}
/**
 * Bring a character to one's seat, before a match, by its secret link; an empty link leaves it at home.
 */
export interface BringCharacter {
  link?: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  seat: number
  type: 'bring'
}
/**
 * GET /api/tables/{table}/campaign (for players, by token) and /api/campaigns/{id}. Who has the id may play on.
 */
export interface CampaignInfo {
  game: string
  /**
   * Whoever knows it may play the campaign on.
   */
  id: string
  state: CampaignState
}
/**
 * The campaign that a table plays: how many matches are in it, and what it has come to, in words.
 */
export interface CampaignState {
  matches: number
  name: string
  told?: string[]
}
/**
 * A character, for its owner: the secret link opens it, here and at every table. Nobody can find it again.
 */
export interface CharacterInfo {
  game: string
  link: string
  state: CharacterState
}
/**
 * A character that somebody brings along: how many matches it has been in, and what it has come to, in words.
 */
export interface CharacterState {
  matches: number
  name: string
  told?: string[]
}
/**
 * Become the host in place of one who has been away for a while.
 */
export interface Claim {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'claim'
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
 * Are you still there? Answered with `done` at once; so a client finds out that its line is dead.
 */
export interface Ping {
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'ping'
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
 *
 *     `openly`: for all to see, so that nobody need wait for me.
 */
export interface Stand {
  openly?: boolean
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
 * Agree, or not, to the undo that was asked for; whoever asked may think better of it.
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
 *
 *     `name` is who plays it; without one, it is me. In mid-game a seat with secrets needs all others' leave.
 */
export interface Sit {
  name?: string
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
 * My own random text for the deal that this commitment fixes, made after I was told of it.
 */
export interface Contribute {
  commitment: string
  number: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'number'
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
 *
 *     `packs` are the hashes of those to keep of the packs that lie on the game, the lowest first.
 */
export interface Configure {
  options?: {
    [k: string]: unknown
  } | null
  packs?: string[] | null
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
  floors?: boolean
  time_limit?: number
  typed_dice?: boolean
  undo?: boolean
  watchers?: boolean
}
/**
 * Play the next match as part of a campaign: the one with this id, or a new one of this name; neither: of none.
 */
export interface PlayCampaign {
  /**
   * Whoever knows it may play the campaign on.
   */
  id?: string
  name?: string
  /**
   * The client's own name for this message; replies repeat it.
   */
  ref?: string
  type: 'campaign'
}
/**
 * Put bots on all open seats.
 */
export interface Fill {
  bot?: 'easy' | 'hard' | 'medium' | 'random' | 'thumb'
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
  bot?: ('easy' | 'hard' | 'medium' | 'random' | 'thumb') | null
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
  names: string[]
  purpose: string
  rule?: string
}
/**
 * What a die is made of, what it shows, and all its sides.
 *
 *     `now` is what its number has come to when it was lowered or raised; one that is crossed out shows it for nothing.
 */
export interface Die {
  colour?: string
  crossed?: boolean
  now?: number | null
  shows?: Side | null
  sides?: Side[]
}
/**
 * One side of a die: a number, up to two symbols (words of the scene's legend), and drops.
 */
export interface Side {
  drops?: number
  number?: number | null
  symbols?: string[]
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
 * A part of a page under a title of its own; without paragraphs it is still closed.
 */
export interface Entry {
  id: string
  paragraphs?: string[]
  title?: string
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
  faults?: Fault[]
  field?: string
  message?: string
}
/**
 * One mistake: file, line and column, the words, what is wrong, what was expected, the nearest known phrase.
 */
export interface Fault {
  column?: number
  excerpt?: string
  expected?: string[]
  file?: string
  line?: number
  message: string
  nearest?: string
  words?: string
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
  lesson?: Teaching | null
  may_act?: number[]
  outcome?: Outcome | null
  passing?: number[]
  question?: Asked | null
  scene: Scene
  standing?: string | null
  touch?: boolean
  undo?: boolean
  withdraw?: boolean
}
/**
 * What the lesson says now: the words, how far the lesson is, and the answer that it suggests, if it does.
 */
export interface Teaching {
  answer?: {
    [k: string]: unknown
  }
  number: number
  of: number
  text: string
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
 *
 *     `legend` names icons for words: marks that have one are a card's most important numbers, and are drawn small.
 *     `names` says, by number, what seats are called that the game plays itself. `ties` are arrows between seats.
 *     `goal` is what the viewer is to reach, in a sentence, as far as they know it; whoever only watches has none.
 */
export interface Scene {
  breadcrumb?: string[]
  goal?: string
  legend?: {
    [k: string]: string
  }
  names?: {
    [k: string]: string
  }
  sequence?: Sequence | null
  sheets?: Sheet[]
  ties?: Tie[]
  title: string
  turn?: number | null
  zones?: Zone[]
}
/**
 * A fixed order of steps that is gone through, and at which of them we are, counted from 0.
 */
export interface Sequence {
  at?: number
  steps: string[]
  title: string
}
/**
 * Something hidden about the players that one wonders about, to be kept beside a viewer's own suspicions.
 *
 *     `kinds` are what there is, by key, and what each is called; `hidden` is how many of each the viewer has not seen.
 */
export interface Sheet {
  hidden?: {
    [k: string]: number
  }
  id: string
  kinds?: {
    [k: string]: string
  }
  suspects?: Suspect[]
  title: string
}
/**
 * A seat on a sheet, with everything that it may be as far as the viewer can know; one thing alone is certain.
 */
export interface Suspect {
  may_be?: string[]
  seat: number
}
/**
 * An arrow from one seat to another, and what it says, as in "can help".
 */
export interface Tie {
  end: number
  start: number
  title?: string
}
/**
 * A deck, hand, row, grid, halo, map, arena, page, track or tray; `track` holds a marker's place and length.
 *
 *     One that is folded is put away until somebody wants to look into it, or something in it can be chosen. `text` says
 *     what a place does, or what is known of a deck. Zones with a `spot` are places of the map or arena that holds them,
 *     those with a `side` (north, northeast, … northwest) stand round the others in a halo.
 */
export interface Zone {
  folded?: boolean
  ground?: Ground | null
  id: string
  kind: string
  marks?: {
    [k: string]: unknown
  }
  needs?: Need[]
  overlays?: Overlay[]
  owner?: number | null
  page?: Page | null
  pieces?: Piece[]
  side?: string
  spot?: Spot | null
  text?: string
  title?: string
  track?: {
    [k: string]: number
  }
  ways?: Way[]
  zones?: Zone[]
}
/**
 * What a map is drawn on: how wide and high it is, its regions, the meshes of its grid, and what its signs mean.
 */
export interface Ground {
  grid?: number
  height?: number
  legend?: {
    [k: string]: string
  }
  regions?: Region[]
  width?: number
}
/**
 * A stretch of ground: land, water, wood, hills or waste, inside an outline that is drawn as a curve.
 */
export interface Region {
  kind?: string
  outline: number[][]
  title?: string
}
/**
 * One thing that dice must show, and the die that counts for it, if there is one.
 */
export interface Need {
  met_by?: string
  title: string
}
/**
 * A diagram laid on a board, as a card shows it: ways, and short words on places.
 */
export interface Overlay {
  notes?: {
    [k: string]: string
  }
  title: string
  ways?: Way[]
}
/**
 * A way between two places: a road, a cliff, a closed one, or an arrow. A route takes those that have steps.
 *
 *     `label` is written on it, as the number on an arrow is.
 */
export interface Way {
  end: string
  kind?: string
  label?: string
  one_way?: boolean
  start: string
  steps?: number
}
/**
 * A page of a book: its number, its paragraphs, and the entries opened so far. Its choices are pieces of its zone.
 *
 *     Where the rules have somebody read it to another player, `reader` is who; others are shown it without paragraphs.
 */
export interface Page {
  entries?: Entry[]
  number?: string
  paragraphs?: string[]
  reader?: number | null
}
/**
 * A card, die, token, pawn, marker or choice, with a stable id that options refer to. Without a title it lies face
 *     down.
 *
 *     `sides` are short words on the sides of a card by direction: north, east, south and west.
 */
export interface Piece {
  back?: string
  count?: number
  die?: Die | null
  icon?: string
  id: string
  kind: string
  marks?: {
    [k: string]: unknown
  }
  on?: string
  owner?: number | null
  sides?: {
    [k: string]: string
  }
  tags?: string[]
  text?: string
  title?: string
}
/**
 * Where a place lies on the ground of a map or an arena, in the ground's own units, and how it is drawn there.
 *
 *     `label` is its number or a short name; `price` what going there costs or brings now; `modifier` what counts on it.
 *     The shapes are circle, square, diamond, hexagon, triangle and star.
 */
export interface Spot {
  exit?: boolean
  icon?: string
  label?: string
  modifier?: string
  price?: string
  shape?: string
  x: number
  y: number
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
  bots: BotInfo[]
  campaigns: boolean
  characters: boolean
  hints: boolean
  id: string
  lesson: boolean
  look: Look | null
  minutes: string
  options: OptionInfo[]
  packs: boolean
  players: number[]
  shared: boolean
  summary: string
  title: string
  whispers: boolean
}
/**
 * How a game shows itself on a shelf and at its table: one colour, icons by name, and a line of mood.
 *
 *     The accent is `#rrggbb`, light enough to read on a dark ground. `art` is the picture on the box: what is far behind,
 *     what is in the middle, and what stands before it.
 */
export interface Look {
  accent: string
  art: string[]
  emblem: string
  mood?: string
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
 * POST /api/characters: a character of a game.
 */
export interface NewCharacter {
  game: string
  name: string
}
/**
 * POST /api/tables/{table}/report: something is wrong here; the record and the moment are kept with it.
 */
export interface NewReport {
  page?: string
  seat?: number | null
  text: string
}
/**
 * POST /api/tables: open a table; whoever does is its host, on its first seat. With a bot, bots fill it.
 *
 *     With `lesson`, it is the game's lesson, which says how many players there are; bots play all other seats.
 */
export interface NewTable {
  bots?: ('easy' | 'hard' | 'medium' | 'random' | 'thumb') | null
  game: string
  lesson?: boolean
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
  floors?: boolean
  time_limit?: number
  typed_dice?: boolean
  undo?: boolean
  watchers?: boolean
}
/**
 * GET and PUT /api/tables/{table}/notes: what a person has noted in the match; nobody else can read it.
 *
 *     `marks` are by seat, then by what there is to suspect (`Sheet.kinds`): `maybe`, `sure` or `not`.
 */
export interface Notes {
  marks?: {
    [k: string]: {
      [k: string]: 'maybe' | 'not' | 'sure'
    }
  }
  text?: string
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
 * POST /api/tables/{table}/packs?name=mine.toml: the TOML text in the body is laid on the game's own cards.
 *
 *     Only the host can, before a match. GET /api/tables/{table}/packs/{hash} gives it to people at the table.
 */
export interface PackBrought {
  packs: PackState[]
}
/**
 * A pack of cards that is laid on the game's own: what its heading says, and the hash that a record keeps.
 */
export interface PackState {
  author?: string
  file?: string
  hash: string
  id: string
  name: string
  version?: string
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
  look: Look | null
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
 * A line of chat; `to` names the seats it was whispered to, `ears` the people who sat there.
 */
export interface Said {
  at: number
  ears?: number[]
  name: string
  person: number
  seq?: number
  text: string
  to?: number[]
  type: 'said'
}
/**
 * Somebody would like to take over a seat with secrets in mid-game; all others who play are asked.
 */
export interface SeatAsked {
  asking: number
  name: string
  person: number
  plays: string
  seat: number
  seq?: number
  type: 'seat-asked'
}
/**
 * A seat was given to who asked for it, or not.
 */
export interface SeatClosed {
  asking: number
  given: boolean
  name: string
  person: number
  seat: number
  seq?: number
  type: 'seat-closed'
}
/**
 * Who plays a seat. `person` is None for an open seat and for one that only a bot plays.
 */
export interface SeatState {
  below?: boolean
  bot?: ('easy' | 'hard' | 'medium' | 'random' | 'thumb') | null
  character?: CharacterState | null
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
  campaign: CampaignState | null
  commitment: string
  game: string
  host: number
  id: string
  locked: boolean
  look: Look | null
  match: string
  options: {
    [k: string]: unknown
  }
  outcome?: Outcome | null
  packs: PackState[]
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
  look: Look | null
  match?: string
  outcome?: Outcome | null
  phase: 'lobby' | 'over' | 'playing'
  players: number
  seats: SeatState[]
  title: string
  your_seats?: number[]
  your_turn?: boolean
}
