// What went wrong on this page, for reports: the last few errors, and what the browser is.
const MOST = 5
const faults: string[] = []

function note(what: unknown): void {
  const text = what instanceof Error ? `${what.name}: ${what.message}\n${what.stack ?? ''}` : String(what)
  faults.push(`${new Date().toISOString()} ${text.slice(0, 600)}`)
  faults.splice(0, faults.length - MOST)
}

/** Remember errors that nobody caught; `tell` hears of each. Returns how to stop. */
export function watchFaults(tell: () => void): () => void {
  const failed = (event: ErrorEvent) => {
    note(event.error ?? event.message)
    tell()
  }
  const rejected = (event: PromiseRejectionEvent) => {
    note(event.reason)
    tell()
  }
  addEventListener('error', failed)
  addEventListener('unhandledrejection', rejected)
  return () => {
    removeEventListener('error', failed)
    removeEventListener('unhandledrejection', rejected)
  }
}

/** The page as a developer wants to know it; nothing in it is hidden from the reporter. */
export function pageNow(more: Record<string, unknown>): string {
  const facts = {
    browser: navigator.userAgent,
    window: `${innerWidth}x${innerHeight} at ${devicePixelRatio}`,
    language: navigator.language,
    faults,
    ...more,
  }
  return JSON.stringify(facts).slice(0, 4000)
}
