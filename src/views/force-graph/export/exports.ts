// What the export panel offers while the graph is shown: the picture as SVG and PNG, the graph as DOT.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { formatDot } from '../../../../workers/core/reports/node-link/dot.ts'
import { currentPicture } from './picture.ts'
import { renderPicture } from './render-picture.ts'
import type { SvgFile } from './standalone-svg.ts'

const SCALE = 2
/** What browsers still draw; a larger picture is saved smaller. */
const MOST_PIXELS = 8_000

export type Kind = 'svg' | 'png' | 'dot'

export async function exportGraph(opened: ProfileView, kind: Kind): Promise<Blob> {
  const picture = currentPicture()
  if (!picture) throw new Error('Nothing is drawn')
  if (kind === 'dot') {
    return new Blob([formatDot(opened.analyzed, picture.nodeLink, opened.name)], {
      type: 'text/vnd.graphviz',
    })
  }
  const svg = renderPicture(picture, opened.name)
  const file = new Blob([svg.text], { type: 'image/svg+xml' })
  return kind === 'svg' ? file : pngOf(file, svg)
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
