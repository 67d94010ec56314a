// A picture drawn beside the page, where styles are known and nothing is seen, and made a file.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Picture } from './picture.ts'
import { standaloneSvg, type SvgFile } from './standalone-svg.ts'

export function renderPicture({ still, place, aside }: Picture, title: string): SvgFile {
  const host = document.createElement('div')
  host.className = aside
  host.setAttribute('aria-hidden', 'true')
  place.append(host)
  const root = createRoot(host)
  try {
    flushSync(() => root.render(still))
    const svg = host.querySelector('svg')
    if (!svg) throw new Error('nothing was drawn')
    return standaloneSvg(svg, title)
  } finally {
    root.unmount()
    host.remove()
  }
}
