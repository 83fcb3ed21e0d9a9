// What a person likes, kept in this browser.
export interface Settings {
  sound: boolean
  notices: boolean
  motion: 'system' | 'less' | 'full'
  size: number
  confirm: boolean
  /** Whether the log says every line, each with its rule. */
  exact: boolean
}

const KEY = 'eschaton.settings'
const usual: Settings = { sound: true, notices: false, motion: 'system', size: 100, confirm: false, exact: false }

function load(): Settings {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return usual
  }
}

class Kept {
  now = $state.raw<Settings>(load())

  set(change: Partial<Settings>): void {
    this.now = { ...this.now, ...change }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now))
    } catch {
      // Not kept, but in force.
    }
    this.apply()
  }

  apply(): void {
    document.documentElement.style.fontSize = `${this.now.size}%`
    document.documentElement.dataset.motion = this.still ? 'less' : 'full'
  }

  /** Whether things should move as little as possible. */
  get still(): boolean {
    if (this.now.motion !== 'system') return this.now.motion === 'less'
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  }
}

export const settings = new Kept()
