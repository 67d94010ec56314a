// Measures contrast from computed colours, by WCAG's ratios.
import type { Page } from '@playwright/test'

/** A measured contrast. */
export interface Measured {
  /** Text, or the element of a mark. */
  readonly what: string
  readonly ratio: number
}

/**
 * Measures every visible text, including all transparency, and whether it is in HTML or a drawing.
 */
export function textContrast(page: Page): Promise<readonly Measured[]> {
  return page.evaluate(measure, { marks: null })
}

/** Measures strokes (or fills) of the selected shapes against their background. */
export function markContrast(
  page: Page,
  selector: string,
  property: 'fill' | 'stroke',
): Promise<readonly Measured[]> {
  return page.evaluate(measure, { marks: { selector, property } })
}

/** Returns the contrast of two opaque colours as computed styles have them: "rgb(31, 86, 196)". */
export function ratioOf(one: string, other: string): number {
  const [least = 0, most = 0] = [one, other].map(lightness).toSorted((a, b) => a - b)
  return (most + 0.05) / (least + 0.05)
}

function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
    const value = Number(text) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Runs in the page. */
function measure({
  marks,
}: {
  readonly marks: { readonly selector: string; readonly property: 'fill' | 'stroke' } | null
}): Measured[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  /** As painted, whatever the notation of a colour. */
  const colourOf = (text: string): Colour => {
    if (!pixel) throw new Error('no canvas')
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = text
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = ([r, g, b, a]: Colour, below: Colour): Colour => [
    r * a + below[0] * (1 - a),
    g * a + below[1] * (1 - a),
    b * a + below[2] * (1 - a),
    1,
  ]
  const light = ([r, g, b]: Colour): number => {
    const linear = (value: number): number =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  }
  const ratio = (a: Colour, b: Colour): number =>
    (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
  const ways = (element: Element): Element[] => {
    const all: Element[] = []
    for (let at: Element | null = element; at; at = at.parentElement) all.push(at)
    return all
  }
  const behind = (element: Element): Colour => {
    const layers = ways(element).map((one) => colourOf(getComputedStyle(one).backgroundColor))
    const opaque = layers.findIndex(([, , , alpha]) => alpha === 1)
    const [first, ...rest] = layers.slice(0, opaque + 1).toReversed()
    return rest.reduce((below, layer) => over(layer, below), first ?? [255, 255, 255, 1])
  }
  const measured = (element: Element, colour: string, what: string): Measured => {
    const opacity = ways(element).reduce((all, one) => all * Number(getComputedStyle(one).opacity), 1)
    const [r, g, b, alpha] = colourOf(colour)
    const below = behind(element)
    return { what, ratio: ratio(over([r, g, b, alpha * opacity], below), below) }
  }

  if (marks) {
    return [...document.querySelectorAll(marks.selector)].map((element) =>
      measured(element, getComputedStyle(element)[marks.property], marks.selector),
    )
  }
  const found: Measured[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim() ?? ''
    if (!element || text === '') continue
    // Transparent elements reserve room or appear on hover, and are not visible.
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    found.push(measured(element, element instanceof SVGElement ? style.fill : style.color, text))
  }
  return found
}
