// Converts a drawing in the page to a standalone SVG file with inlined styles in the current colours.

/** An SVG file with its size in pixels. */
export interface SvgFile {
  readonly text: string
  readonly width: number
  readonly height: number
}

/** Copied if they differ from SVG's initial value. */
const STYLES: readonly (readonly [property: string, initial: string])[] = [
  ['fill', 'rgb(0, 0, 0)'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-dasharray', 'none'],
  ['stroke-linejoin', 'miter'],
  ['opacity', '1'],
  ['paint-order', 'normal'],
]
const TEXT_STYLES: readonly (readonly [property: string, initial: string])[] = [
  ['font-family', ''],
  ['font-size', ''],
  ['font-weight', '400'],
  ['text-anchor', 'start'],
]
/** The attributes to keep. */
const ATTRIBUTES = ['d', 'x', 'y', 'dy', 'r', 'rx', 'width', 'height', 'transform']
const MARGIN = 16
const NAMESPACE = 'http://www.w3.org/2000/svg'

/** Converts an `svg` that is in the document, so that its styles are computed. */
export function standaloneSvg(svg: SVGSVGElement, title: string): SvgFile {
  const plain = plainColours()
  const box = svg.getBBox()
  const [left, top] = [Math.floor(box.x) - MARGIN, Math.floor(box.y) - MARGIN]
  const [width, height] = [Math.ceil(box.width) + 2 * MARGIN, Math.ceil(box.height) + 2 * MARGIN]
  const file = document.createElementNS(NAMESPACE, 'svg')
  file.setAttribute('width', String(width))
  file.setAttribute('height', String(height))
  file.setAttribute('viewBox', `${left} ${top} ${width} ${height}`)
  file.append(titled(title))
  const paper = document.createElementNS(NAMESPACE, 'rect')
  for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
    paper.setAttribute(name, String(value))
  paper.setAttribute('fill', plain(getComputedStyle(svg).getPropertyValue('background-color')))
  file.append(paper)
  for (const child of svg.children) {
    const copy = copyOf(child, plain)
    if (copy) file.append(copy)
  }
  return { text: new XMLSerializer().serializeToString(file), width, height }
}

type Plain = (colour: string) => string

/** Returns null for invisible elements: touch targets, titles, empty groups. */
function copyOf(element: Element, plain: Plain): SVGElement | null {
  if (element.localName === 'title') return null
  const copy = document.createElementNS(NAMESPACE, element.localName)
  const style = getComputedStyle(element)
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  if (element.localName === 'g') {
    if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity)
    const name = element.getAttribute('aria-label')
    if (name !== null) copy.append(titled(name))
    const before = copy.childElementCount
    for (const child of element.children) {
      const inner = copyOf(child, plain)
      if (inner) copy.append(inner)
    }
    return copy.childElementCount > before ? copy : null
  }
  const [fill, stroke] = [plain(style.fill), plain(style.stroke)]
  if (fill === 'none' && stroke === 'none') return null
  const isText = element.localName === 'text'
  for (const [property, initial] of isText ? [...STYLES, ...TEXT_STYLES] : STYLES) {
    const value =
      property === 'fill' ? fill : property === 'stroke' ? stroke : style.getPropertyValue(property)
    if (value !== initial && value !== '') setStyle(copy, property, value)
  }
  if (isText) copy.textContent = element.textContent
  return copy
}

function setStyle(copy: SVGElement, property: string, value: string): void {
  // #rrggbbaa is younger than many programs.
  const isClear = /^#[\da-f]{8}$/.test(value)
  copy.setAttribute(property, isClear ? value.slice(0, 7) : value.replaceAll('px', ''))
  if (isClear)
    copy.setAttribute(`${property}-opacity`, (Number.parseInt(value.slice(7), 16) / 255).toFixed(2))
}

function titled(text: string): SVGElement {
  const title = document.createElementNS(NAMESPACE, 'title')
  title.textContent = text
  return title
}

/**
 * Converts colours to #rrggbb, which all programs read. Browsers return mixed colours in newer
 * notations.
 */
function plainColours(): Plain {
  const known = new Map<string, string>([['none', 'none']])
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  return (colour) => {
    const before = known.get(colour)
    if (before !== undefined) return before
    const hex = context ? hexOf(context, colour) : colour
    known.set(colour, hex)
    return hex
  }
}

function hexOf(context: CanvasRenderingContext2D, colour: string): string {
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  if (alpha === 0) return 'none'
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')
  return alpha === 255 ? `#${hex}` : `#${hex}${alpha.toString(16).padStart(2, '0')}`
}
