// The address bar: which page, and going to another one without loading.
export interface Route {
  page: 'home' | 'table' | 'replay' | 'lost'
  id: string
  hash: string
}

function parse(): Route {
  const [, kind = '', id = ''] = location.pathname.split('/')
  const hash = location.hash.slice(1)
  if (kind === '') return { page: 'home', id: '', hash }
  if (kind === 't' && id) return { page: 'table', id: decodeURIComponent(id), hash }
  if (kind === 'r' && id) return { page: 'replay', id: decodeURIComponent(id), hash }
  return { page: 'lost', id: '', hash }
}

class Router {
  now = $state.raw<Route>(parse())

  constructor() {
    // Also when only the part after # has changed; a page may have taken it out of the address by the time of a hashchange.
    addEventListener('popstate', () => (this.now = parse()))
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path)
    this.now = parse()
    scrollTo(0, 0)
  }
}

export const route = new Router()

/** Links within the site, without a page load. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || link.pathname.startsWith('/api/')) return
  event.preventDefault()
  route.go(link.pathname + link.hash)
}
