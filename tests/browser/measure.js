// What a script can measure of a rendered table. Every function takes nothing and returns plain data.
({
  /** The boxes of everything that is written on a map, with its text; what is scrolled out of its window is left out. */
  labels: () => {
    const stage = document.querySelector('.chart .stage').getBoundingClientRect()
    return [...document.querySelectorAll('.chart .label, .chart .number, .chart .more, .chart .modifier, .chart svg text')]
      .filter((each) => each.textContent.trim())
      .map((each) => [each.textContent, each.getBoundingClientRect()])
      .filter(([, box]) => box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom)
      .map(([text, { left, top, right, bottom }]) => ({ text, left, top, right, bottom }))
  },
  /** How much of the board's width the map takes. */
  share: () => document.querySelector('.chart').getBoundingClientRect().width / document.querySelector('.board').getBoundingClientRect().width,
  /** What can be chosen for the open question but does not lie in the window of the table. */
  below: () => {
    const frame = document.querySelector('.scroll').getBoundingClientRect()
    const out = (box) => box.bottom > frame.bottom + 1 || box.top < frame.top - 1 || box.right > frame.right + 1
    const glowing = [...document.querySelectorAll('.board [data-glow]')].filter((each) => out(each.getBoundingClientRect()))
    const dock = document.querySelector('.dock').getBoundingClientRect()
    return [...glowing.map((each) => each.dataset.zone ?? each.dataset.piece), ...(dock.bottom > innerHeight + 1 ? ['dock'] : [])]
  },
  /** Texts that are drawn smaller than 12 pixels; what is printed on a card can be looked at closely. */
  tiny: () => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!node.textContent.trim() || element.closest('.face > .card, script, style') || !element.checkVisibility()) continue
      const box = element.getBoundingClientRect()
      const size = parseFloat(getComputedStyle(element).fontSize)
      if (size < 12 && box.width > 1) found.push(`${node.textContent.trim()}: ${size}`)
    }
    return found
  },
  /** Places that can be chosen, each brought into view and felt: those that are no target of 24 pixels are told. */
  hard: () => {
    const stage = document.querySelector('.chart .stage').getBoundingClientRect()
    return [...document.querySelectorAll('.chart [data-glow] > .spot')].flatMap((spot) => {
      spot.focus()
      const box = spot.getBoundingClientRect()
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      const seen = box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom
      const felt = [[0, 0], [11, 0], [-11, 0], [0, 11], [0, -11]].every(([dx, dy]) => spot.contains(document.elementFromPoint(x + dx, y + dy)))
      return seen && felt && Math.min(box.width, box.height) >= 24 ? [] : [{ place: spot.dataset.place, seen, felt }]
    })
  },
})
