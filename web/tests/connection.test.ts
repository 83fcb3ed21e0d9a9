import { beforeEach, describe, expect, it } from 'vitest'
import { Connection, type Link, Refused, type Socket, VERSION } from '../src/lib/connection'
import { PATIENCE, QUIET } from '../src/lib/heartbeat'
import type { ServerMessage } from '../src/protocol'

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = []
  closed = 0
  private heard = new Map<string, (event: never) => void>()
  addEventListener(kind: string, heard: (event: never) => void) {
    this.heard.set(kind, heard)
  }
  send(data: string) {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close(code = 1005) {
    this.closed = code
    this.fire('close', { code })
  }
  fire(kind: string, event: object = {}) {
    this.heard.get(kind)?.(event as never)
  }
  says(message: object) {
    this.fire('message', { data: JSON.stringify(message) })
  }
}

let sockets: FakeSocket[]
let heard: ServerMessage[]
let links: [Link, number][]
let timers: { run: () => void; seconds: number }[]

const latest = () => sockets.at(-1)!

function connect(hear: (message: ServerMessage) => void = () => undefined) {
  return new Connection({
    token: 'me',
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    heard: (message) => {
      heard.push(message)
      hear(message)
    },
    changed: (link, retry) => links.push([link, retry]),
    timers: {
      later: (run, seconds) => {
        const timer = { run, seconds }
        timers.push(timer)
        return timer
      },
      forget: (timer) => (timers = timers.filter((each) => each !== timer)),
    },
    name: () => 'x',
  })
}

function welcome(resumed = false, seq = 0) {
  latest().fire('open')
  latest().says({ type: 'welcome', version: VERSION, stream: 's1', resumed, table: 't', person: 1, now: 0, seq })
}

/** The timer set last goes off. */
function ring() {
  timers.pop()!.run()
}

beforeEach(() => {
  sockets = []
  heard = []
  links = []
  timers = []
})

describe('a connection', () => {
  it('says hello first and counts what it hears', () => {
    connect()
    welcome()
    expect(latest().sent[0]).toEqual({ type: 'hello', version: VERSION, token: 'me', stream: '', last: 0 })
    latest().says({ type: 'notice', key: 'a', text: 'a', seq: 1 })
    latest().says({ type: 'notice', key: 'a', text: 'a', seq: 1 })
    expect(heard.map((message) => message.type)).toEqual(['welcome', 'notice'])
  })

  it('takes the whole table with the number of the welcome, then counts on', () => {
    connect()
    welcome(false, 7)
    latest().says({ type: 'notice', key: 'whole', text: '', seq: 7 })
    latest().says({ type: 'notice', key: 'whole', text: '', seq: 7 })
    latest().says({ type: 'notice', key: 'next', text: '', seq: 8 })
    latest().says({ type: 'notice', key: 'late', text: '', seq: 7 })
    expect(heard).toHaveLength(4)
  })

  it('comes back with growing pauses and resumes', () => {
    connect()
    welcome()
    latest().says({ type: 'notice', key: 'a', text: '', seq: 1 })
    latest().fire('close', { code: 1006 })
    ring()
    latest().fire('close', { code: 1006 })
    ring()
    expect(links.filter(([link]) => link === 'lost').map(([, pause]) => pause)).toEqual([0.5, 0, 1, 0])
    latest().fire('open')
    expect(latest().sent[0]).toMatchObject({ stream: 's1', last: 1 })
  })

  it('asks for everything anew when a number is missing or a message does not fit', () => {
    connect((message) => {
      if (message.type === 'notice' && message.key === 'bad') throw new Error('does not fit')
    })
    welcome()
    latest().says({ type: 'notice', key: 'a', text: '', seq: 5 })
    expect(latest().closed).toBe(4000)
    ring()
    welcome()
    latest().says({ type: 'notice', key: 'bad', text: '', seq: 1 })
    expect(latest().closed).toBe(4000)
    ring()
    latest().fire('open')
    expect(latest().sent[0]).toMatchObject({ stream: '', last: 0 })
  })

  it('repeats with the same ref what was never confirmed', async () => {
    const connection = connect()
    welcome()
    const said = connection.say({ type: 'start' })
    expect(latest().sent[1]).toEqual({ type: 'start', ref: 'x-1' })
    latest().fire('close', { code: 1006 })
    ring()
    welcome(true, 0)
    expect(latest().sent[1]).toEqual({ type: 'start', ref: 'x-1' })
    latest().says({ type: 'done', re: 'x-1', seq: 1 })
    await expect(said).resolves.toBeUndefined()
  })

  it('tells a refusal to whoever asked', async () => {
    const connection = connect()
    welcome()
    const said = connection.say({ type: 'undo', seat: 0 })
    latest().says({ type: 'problem', code: 'illegal', re: 'x-1', field: '', message: 'no', seq: 1 })
    await expect(said).rejects.toBeInstanceOf(Refused)
  })

  it.each([1008, 4404])('ends for good with code %i', async (code) => {
    const connection = connect()
    welcome()
    const said = connection.say({ type: 'start' })
    latest().fire('close', { code })
    await expect(said).rejects.toThrow()
    expect(connection.link).toBe('ended')
    expect(timers).toHaveLength(0)
  })

  it('does not come back after good-bye', () => {
    const connection = connect()
    welcome()
    connection.close()
    expect(timers).toHaveLength(0)
  })

  it('asks whether anybody is there after a long silence, and is content with any answer', () => {
    connect()
    welcome()
    expect(timers.map((timer) => timer.seconds)).toEqual([QUIET])
    ring()
    expect(latest().sent.at(-1)).toEqual({ type: 'ping' })
    expect(timers.map((timer) => timer.seconds)).toEqual([PATIENCE])
    latest().says({ type: 'done', re: '' })
    expect(timers.map((timer) => timer.seconds)).toEqual([QUIET])
  })

  it('lets go of a line on which nothing is answered, and says it again on the next', async () => {
    const connection = connect()
    welcome()
    const said = connection.say({ type: 'start' })
    ring()
    expect(sockets[0]!.closed).toBe(4000)
    expect(connection.link).toBe('lost')
    ring()
    welcome(true, 0)
    expect(latest()).not.toBe(sockets[0])
    expect(latest().sent[1]).toEqual({ type: 'start', ref: 'x-1' })
    latest().says({ type: 'done', re: 'x-1', seq: 1 })
    await expect(said).resolves.toBeUndefined()
  })

  it('does not wait for a server that takes the call and says nothing', () => {
    const connection = connect()
    latest().fire('open')
    ring()
    expect(connection.link).toBe('lost')
    ring()
    expect(sockets).toHaveLength(2)
  })

  it('drops a line at once when there is no network, and comes back when told to hurry', () => {
    const connection = connect()
    welcome()
    connection.drop()
    expect(connection.link).toBe('lost')
    connection.hurry()
    connection.hurry()
    expect(sockets.map((socket) => socket.closed)).toEqual([4000, 4000, 0])
    welcome(true, 0)
    expect(connection.link).toBe('open')
    expect(timers.map((timer) => timer.seconds)).toEqual([QUIET])
  })
})
