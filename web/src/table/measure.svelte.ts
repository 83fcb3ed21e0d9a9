// How wide a text will be, before it is drawn. Fonts may come later than the first scene: then everything is measured anew.
let fonts = $state(0)
const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

void document.fonts.ready.then(() => {
  widths.clear()
  fonts++
})

/** The width of a text in a font, in pixels, rounded up. */
export function measured(text: string, font: string): number {
  const key = `${fonts} ${font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 8
  context.font = font
  const wide = Math.ceil(context.measureText(text).width)
  widths.set(key, wide)
  return wide
}
