// Reading aloud, where the browser has a voice.
class Speech {
  /** Whether there is anybody to read. */
  able = $state(false)
  speaking = $state(false)

  constructor() {
    if (typeof speechSynthesis === 'undefined') return
    const look = () => (this.able = speechSynthesis.getVoices().length > 0)
    look()
    speechSynthesis.addEventListener?.('voiceschanged', look)
  }

  /** Read these texts one after the other, instead of what was being read. */
  read(texts: string[]): void {
    if (!this.able) return
    speechSynthesis.cancel()
    this.speaking = texts.length > 0
    texts.forEach((text, place) => {
      const words = new SpeechSynthesisUtterance(text)
      words.lang = document.documentElement.lang || 'en'
      if (place === texts.length - 1) words.onend = words.onerror = () => (this.speaking = false)
      speechSynthesis.speak(words)
    })
  }

  stop(): void {
    if (this.able) speechSynthesis.cancel()
    this.speaking = false
  }
}

export const speech = new Speech()
