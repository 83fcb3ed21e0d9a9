/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest'
import { emblemOf } from '../src/lib/emblem'

const packs = import.meta.glob<string>('../../src/eschaton/games/*/box/packs/*.toml', { query: '?raw', import: 'default', eager: true })

/** The cards of a game's own box, by kind, as its packs name them. */
function box(game: string): { kind: string; name: string }[] {
  return Object.entries(packs)
    .filter(([path]) => path.includes(`/games/${game}/`))
    .flatMap(([, text]) => text.split(/^\[+/m).slice(1))
    .flatMap((block) => {
      const name = /^name = "(.*)"$/m.exec(block)?.[1]
      return name ? [{ kind: /^[\w-]+/.exec(block)![0], name }] : []
    })
}

const games = [...new Set(Object.keys(packs).map((path) => path.split('/games/')[1]!.split('/')[0]!))]

describe('the emblems of cards', () => {
  it('there are games to look at', () => expect(games.length).toBeGreaterThan(1))

  it.each(games)('no two different cards of %s look alike', (game) => {
    const cards = new Map(box(game).map((card) => [`${card.kind}/${card.name}`, card]))
    expect(cards.size).toBeGreaterThan(30)
    const drawn = [...cards.values()].map((card) => emblemOf({ ...card, keywords: [] }))
    const shapes = drawn.map(({ outline, rosette, thread, runes }) => [outline, rosette, thread, runes].join('|'))
    expect(new Set(shapes).size, 'by their lines alone, without colours').toBe(cards.size)
    const rosettes = drawn.map(({ outline, rosette, thread }) => [outline, rosette, thread].join('|'))
    expect(new Set(rosettes).size, 'nearly all even without the small ring').toBeGreaterThan(cards.size * 0.97)
  })

  it('a card looks the same wherever it lies, and shows its kind and keywords', () => {
    const card = { kind: 'spell', keywords: ['fire'], name: 'Ember' }
    expect(emblemOf(card)).toEqual(emblemOf({ ...card }))
    expect(emblemOf({ ...card, keywords: ['fire', 'water'] }).studs).not.toBe(emblemOf(card).studs)
    expect(emblemOf({ ...card, name: 'Smoke' }).outline).toBe(emblemOf(card).outline)
  })
})
