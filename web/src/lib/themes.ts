// What the home page and the table add to a game by its id: one accent, an emblem, a picture made of icons, a mood.
// A game that is not here gets a theme of its own from its name.
export interface Theme {
  accent: string
  emblem: string
  /** Icons of the box, back to front. */
  art: readonly [string, string, string]
  mood: string
}

const themes: Record<string, Theme> = {
  cult: {
    accent: '#5cb8a4',
    emblem: 'giant-squid',
    art: ['evil-moon', 'giant-squid', 'candles'],
    mood: 'Hidden roles, dice and daggers beneath the tide.',
  },
  apocrypha: {
    accent: '#d3a94f',
    emblem: 'spiked-halo',
    art: ['spiked-halo', 'angel-wings', 'gothic-cross'],
    mood: 'Saints who have forgotten, and what they hunt.',
  },
  apollyon: {
    accent: '#e07a45',
    emblem: 'biohazard',
    art: ['surrounded-eye', 'circle-cage', 'biohazard'],
    mood: 'Cooperative. Contain the anomaly that ends all others.',
  },
  blasphemous: {
    accent: '#d4575f',
    emblem: 'crown-of-thorns',
    art: ['crown-of-thorns', 'pierced-heart', 'iron-mask'],
    mood: 'Pilgrimage, guilt and penance on bleeding ground.',
  },
  heart: {
    accent: '#a9b659',
    emblem: 'compass',
    art: ['compass', 'jungle', 'egyptian-temple'],
    mood: 'A race through cities and wilds to the Heart of it all.',
  },
}

const spare = ['#9aa5d8', '#c28fc0', '#7fb2cf', '#c9a27a']

export function theme(game: string): Theme {
  const known = themes[game]
  if (known) return known
  const sum = [...game].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return {
    accent: spare[sum % spare.length] ?? '#9aa5d8',
    emblem: 'all-seeing-eye',
    art: ['all-seeing-eye', 'portal', 'candles'],
    mood: '',
  }
}

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** A seat's number as it is carved at the table. */
export const numeral = (seat: number): string => NUMERALS[seat] ?? String(seat + 1)

/** A stable small number from a text, to choose among variants. */
export function variant(text: string, count: number): number {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return hash % count
}
