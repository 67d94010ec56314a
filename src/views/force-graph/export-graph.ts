// Exports the graph as DOT, SVG or PNG. The SVG needs no style sheet.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { formatDot } from '../../../workers/core/reports/graph/dot.ts'
import { currentPicture, type Picture } from './current-picture.ts'
import { type SvgFile, standaloneSvg } from './standalone-svg.ts'

const SCALE = 2
/** Largest width or height that browsers draw; a larger picture is scaled down. */
const MOST_PIXELS = 8_000

/** A file format for the graph. */
export type GraphFormat = 'svg' | 'png' | 'dot'

/**
 * Returns the graph on screen as a file.
 * @throws Error if no graph is on screen
 */
export async function exportGraph(opened: ProfileView, kind: GraphFormat): Promise<Blob> {
  const picture = await currentPicture()
  if (!picture) throw new Error('Nothing is drawn')
  if (kind === 'dot') {
    return new Blob([dotOf(opened, picture)], {
      type: 'text/vnd.graphviz',
    })
  }
  const svg = renderPicture(picture, opened.name)
  const file = new Blob([svg.text], { type: 'image/svg+xml' })
  return kind === 'svg' ? file : pngOf(file, svg)
}

function dotOf({ name }: ProfileView, { scene: { analyzed, nodeLink, bounds } }: Picture): string {
  return formatDot(analyzed, nodeLink, name, bounds)
}

async function pngOf(file: Blob, { width, height }: SvgFile): Promise<Blob> {
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(width, height))
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}

function renderPicture({ still, place, aside }: Picture, title: string): SvgFile {
  const host = document.createElement('div')
  host.className = aside
  host.setAttribute('aria-hidden', 'true')
  place.append(host)
  const root = createRoot(host)
  try {
    flushSync(() => root.render(still(title)))
    const svg = host.querySelector('svg')
    if (!svg) throw new Error('nothing was drawn')
    return standaloneSvg(svg, title)
  } finally {
    root.unmount()
    host.remove()
  }
}
