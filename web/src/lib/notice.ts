// Telling a person that it is their turn: a short sound, the page's title, a desktop notification if allowed.
import { settings } from './settings.svelte'

let audio: AudioContext | null = null

function tone(context: AudioContext, pitch: number, start: number, length: number, loud: number): void {
  const wave = context.createOscillator()
  const gain = context.createGain()
  wave.type = 'sine'
  wave.frequency.value = pitch
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loud, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  wave.connect(gain).connect(context.destination)
  wave.start(start)
  wave.stop(start + length)
}

/** A small bell (my turn), a knock (something for me), or a rattle (dice). */
export function sound(kind: 'bell' | 'knock' | 'dice'): void {
  if (!settings.now.sound) return
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') return void audio.resume()
    const now = audio.currentTime
    if (kind === 'bell') [523.25, 784.0, 1174.7].forEach((pitch, n) => tone(audio!, pitch, now + n * 0.07, 0.9, 0.05))
    else if (kind === 'knock') tone(audio, 180, now, 0.16, 0.08)
    else for (let n = 0; n < 5; n++) tone(audio, 900 + 300 * (n % 3), now + n * 0.055, 0.05, 0.025)
  } catch {
    // Silence is no fault.
  }
}

/** Allow sound as soon as the person does anything. */
export function unlockSound(): void {
  const wake = () => {
    try {
      audio ??= new AudioContext()
      void audio.resume()
    } catch {
      // No sound here.
    }
  }
  addEventListener('pointerdown', wake, { once: true })
  addEventListener('keydown', wake, { once: true })
}

export async function askForNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** A desktop notification while the page is out of sight. */
export function notify(title: string, body: string): void {
  if (!document.hidden || !settings.now.notices || !('Notification' in window)) return
  if (Notification.permission !== 'granted') return
  const note = new Notification(title, { body, tag: 'eschaton-turn' })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}
