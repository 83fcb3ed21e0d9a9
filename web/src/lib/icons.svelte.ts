// The icon set's drawings. They are the largest part of the client, so pages are drawn before they have come.
class Drawings {
  private found = $state.raw<Record<string, string>>({})

  constructor() {
    import('virtual:icons').then(
      (made) => (this.found = made.default),
      () => undefined, // a page without pictures says the same in words
    )
  }

  /** The path of an icon; what has no drawing is a plain seal. */
  of(name: string): string {
    return this.found[name] ?? this.found['flat-star'] ?? ''
  }
}

export const drawings = new Drawings()
