// A picture in at most 256 colours, the most frequent ones: its size, its palette and one byte a pixel, as base64.
async (data) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, width, height).data
  const bin = (i) => ((pixels[i] >> 2) << 12) | ((pixels[i + 1] >> 2) << 6) | (pixels[i + 2] >> 2)
  const counts = new Map()
  for (let i = 0; i < pixels.length; i += 4) counts.set(bin(i), (counts.get(bin(i)) ?? 0) + 1)
  const colours = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256)
  const palette = colours.map(([key]) => [key >> 12, (key >> 6) & 63, key & 63].map((part) => (part << 2) | 2))
  const known = new Map(colours.map(([key], n) => [key, n]))
  const nearest = (key) => {
    const [r, g, b] = [key >> 12, (key >> 6) & 63, key & 63].map((part) => (part << 2) | 2)
    let best = 0
    let least = Infinity
    palette.forEach(([x, y, z], n) => {
      const apart = (x - r) ** 2 + 2 * (y - g) ** 2 + (z - b) ** 2
      if (apart < least) [least, best] = [apart, n]
    })
    known.set(key, best)
    return best
  }
  const bytes = new Uint8Array(width * height)
  for (let i = 0; i < bytes.length; i++) bytes[i] = known.get(bin(4 * i)) ?? nearest(bin(4 * i))
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return { width, height, palette: palette.flat(), pixels: btoa(text) }
}
