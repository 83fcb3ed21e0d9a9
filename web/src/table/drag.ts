// Dragging on top of select-then-place: taking a piece up selects it, letting it go over a glowing target places it.
import type { Desk } from './desk.svelte'

interface Options {
  on: boolean
  small: boolean
  desk: Desk
  id: string
}

const SLACK = 7

export function drag(node: HTMLElement, options: Options) {
  let given = options
  let start: { x: number; y: number; id: number } | null = null
  let moving = false

  const can = (event: PointerEvent) => given.on && event.button === 0 && (event.pointerType !== 'touch' || given.small)

  function down(event: PointerEvent) {
    if (can(event)) start = { x: event.clientX, y: event.clientY, id: event.pointerId }
  }

  function move(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return
    const x = event.clientX - start.x
    const y = event.clientY - start.y
    if (!moving) {
      if (Math.hypot(x, y) < SLACK) return
      const { desk, id } = given
      if (desk.question?.kind !== 'Assign' && desk.question?.kind !== 'Choose') return void (start = null)
      moving = true
      node.setPointerCapture(start.id)
      if (desk.glow.get(id) !== 'held') desk.touch(id)
    }
    node.style.transform = `translate(${x}px, ${y}px)`
    node.style.zIndex = '30'
    node.style.pointerEvents = 'none'
  }

  function up(event: PointerEvent) {
    if (moving) {
      const target = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest<HTMLElement>('[data-glow="target"]'))
        .find((element) => element && !element.contains(node))
      const id = target?.dataset.piece ?? target?.dataset.zone
      addEventListener('click', swallow, true)
      setTimeout(() => removeEventListener('click', swallow, true), 0)
      if (id) given.desk.touch(id)
    }
    end()
  }

  function swallow(event: Event) {
    event.stopPropagation()
  }

  function end() {
    start = null
    moving = false
    node.style.transform = node.style.zIndex = node.style.pointerEvents = ''
  }

  function style() {
    node.style.touchAction = given.on && given.small ? 'none' : ''
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', up)
  node.addEventListener('pointercancel', end)
  style()
  return {
    update(next: Options) {
      given = next
      style()
    },
  }
}
