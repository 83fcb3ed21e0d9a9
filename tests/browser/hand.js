// A hand that answers by clicking what a person sees: glowing pieces on the table, or the buttons below it.
// Returns what it did, or '' when there is nothing to do. With a foe it is in a hurry: it keeps its dice, passes ahead
// now and then, is soon ready, and sends every dagger to that seat.
(luck, foe = -1) => {
  const any = (list) => list[Math.floor(luck() * list.length)]
  const seen = (selector, root = document) =>
    [...root.querySelectorAll(selector)].filter((each) => each.getClientRects().length && !each.disabled && each.ariaDisabled !== 'true')
  const click = (element, what) => {
    element.click()
    return what
  }
  const consent = seen('.undo button.main')[0]
  if (consent) return click(consent, 'consent')
  const dock = document.querySelector('.dock.asked')
  if (!dock) return ''
  const kind = dock.dataset.kind
  const confirm = seen('button.main', dock)[0]
  const ahead = foe >= 0 && luck() < 0.6 && seen('select[aria-label="Pass ahead"]', dock)[0]
  if (ahead) {
    ahead.value = any([...ahead.options].filter((each) => each.value && !each.value.endsWith('touched')).slice(0, 2)).value
    ahead.dispatchEvent(new Event('change', { bubbles: true }))
    setTimeout(() => ahead.nextElementSibling?.click(), 0)
    return 'ahead'
  }
  if (kind === 'Choose') {
    const options = seen('.options button:not(.plain)', dock)
    const done = foe >= 0 && luck() < 0.5 && options.find((each) => /\bready$/.test(each.innerText))
    if (done) return click(done, 'ready')
    const pieces = seen('[data-glow=offer] > button.face, [data-glow=target] > button.face, .choose')
    if (options.length && (!pieces.length || luck() < 0.7)) return click(any(options), 'option')
    return pieces.length ? click(any(pieces), 'piece') : ''
  }
  if (kind === 'ChooseSome') {
    const off = seen('.toggle[aria-pressed=false]', dock)
    if (off.length && (!confirm || (foe < 0 && luck() < 0.5))) return click(any(off), 'toggle')
    if (!confirm) return click(any(seen('.toggle', dock)), 'toggle')
  }
  if (kind === 'Assign' && !confirm) {
    const between = seen('.options button', dock)
    if (between.length) return click(any(between), 'between')
    const places = seen('[data-glow=target] > button.face, [data-glow=target] > .head .choose, [data-glow=target] > header .choose')
    const dagger = document.querySelector('[data-glow=held] > button')?.ariaLabel?.includes('dagger')
    const atFoe = places.filter((each) => each.closest(`[data-seat="${foe}"]`))
    const elsewhere = places.filter((each) => !atFoe.includes(each))
    if (places.length) return click(any(dagger && atFoe.length ? atFoe : elsewhere.length ? elsewhere : places), 'place')
    const items = seen('[data-glow=offer] > button.face')
    if (items.length) return click(items[0], 'item')
    const list = seen('li select', dock).find((each) => !each.value)
    if (list) {
      list.value = any([...list.options].filter((each) => each.value && !each.disabled)).value
      list.dispatchEvent(new Event('change', { bubbles: true }))
      return 'list'
    }
    const open = seen('button[aria-expanded=false]', dock)[0]
    return open ? click(open, 'open') : ''
  }
  return confirm ? click(confirm, 'confirm') : ''
}
