// One tab stop per zone; the arrow keys go from piece to piece inside it.
export function roving(node: HTMLElement) {
  function key(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    const all = [...node.querySelectorAll<HTMLElement>('.face')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = all[at + step]
    if (at < 0 || !next) return
    event.preventDefault()
    event.stopPropagation()
    next.focus()
  }
  node.addEventListener('keydown', key)
  return { destroy: () => node.removeEventListener('keydown', key) }
}
