// Movement: where pieces were before the scene changed, and how they come from there to where they are now.
import { settings } from '../lib/settings.svelte'
import type { Change, Layout } from '../lib/scene'

/** For how long what has changed is shown, in milliseconds. */
const SEEN = 1700

/** Where more than this has changed, as when a replay leaps, nothing of it stands out. */
const JUMP = 20

export type Places = Map<string, DOMRect>

/** Where every drawn piece and zone is now, by id. */
export function capture(root: HTMLElement): Places {
  const places: Places = new Map()
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece], [data-zone]')) {
    places.set(element.dataset.piece ?? element.dataset.zone ?? '', element.getBoundingClientRect())
  }
  return places
}

/** Let every piece come from where it was (or from the zone it was hidden in), and show what changed. */
export function play(root: HTMLElement, before: Places, old: Layout, changes: Map<string, Change>): void {
  if (settings.still) return highlight(root, changes)
  const moves: [HTMLElement, DOMRect, DOMRect][] = []
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const id = element.dataset.piece ?? ''
    const from = before.get(id) ?? before.get(old.home.get(id) ?? '')
    if (from) moves.push([element, from, element.getBoundingClientRect()])
    else if (changes.get(id) === 'new') {
      element.animate([{ opacity: 0, scale: 0.85 }, { opacity: 1, scale: 1 }], { duration: 380, easing: 'ease-out' })
    }
  }
  for (const [element, from, to] of moves) {
    if (element.parentElement?.closest('[data-piece]') && !changes.has(element.dataset.piece ?? '')) continue
    const x = from.left - to.left
    const y = from.top - to.top
    const scale = from.width && to.width ? from.width / to.width : 1
    if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) continue
    const far = Math.min(1, Math.hypot(x, y) / 900)
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: '0 0', zIndex: 20 },
        { transform: 'none', transformOrigin: '0 0', zIndex: 20 },
      ],
      { duration: 280 + 260 * far, easing: 'cubic-bezier(.2,.75,.25,1)' },
    )
  }
  roll(root, changes)
  highlight(root, changes)
}

/** All dice of one roll fall together, one shortly after the other; the last has begun after this many milliseconds. */
const TUMBLE = 360

function roll(root: HTMLElement, changes: Map<string, Change>): void {
  const many = [...changes.values()].filter((change) => change === 'rolled' || change === 'new').length
  const apart = Math.min(60, TUMBLE / many)
  let order = 0
  for (const [id, change] of changes) {
    if (change !== 'rolled' && change !== 'new') continue
    const cube = root.querySelector<HTMLElement>(`[data-piece="${CSS.escape(id)}"] > .face .cube`)
    if (!cube) continue
    const turns = 1 + (order % 2)
    cube.animate(
      [
        { transform: `translateY(-34px) rotateX(${360 * turns + 270}deg) rotateY(${-360 - 90 * (order % 3)}deg) rotateZ(60deg)` },
        { transform: `translateY(4px) rotateX(${180 * turns}deg) rotateY(-180deg) rotateZ(20deg)`, offset: 0.6 },
        { transform: 'translateY(-5px) rotateX(30deg) rotateY(-20deg)', offset: 0.85 },
        { transform: 'none' },
      ],
      { duration: 900, delay: order * apart, easing: 'cubic-bezier(.3,.5,.4,1)', fill: 'backwards' },
    )
    order++
  }
}

function highlight(root: HTMLElement, changes: Map<string, Change>): void {
  if (changes.size > JUMP) return
  for (const [id, change] of changes) {
    if (change === 'moved' && settings.still) continue
    const name = CSS.escape(id)
    const element = root.querySelector<HTMLElement>(`[data-piece="${name}"], [data-zone="${name}"]`)
    if (!element) continue
    if (settings.still) mark(element)
    else element.animate(
      [{ outline: '3px solid var(--glow)', outlineOffset: '1px' }, { outline: '3px solid transparent', outlineOffset: '6px' }],
      { duration: SEEN, easing: 'ease-out' },
    )
  }
}

/** Where nothing is to move: an outline that is there, and then is not. */
function mark(element: HTMLElement): void {
  element.style.outline = '3px solid var(--glow)'
  setTimeout(() => element.style.removeProperty('outline'), SEEN)
}
