// Every text and every meaningful mark has enough contrast, in light and dark (WCAG AA: text 4.5,
// marks 3); with forced colours, drawings use only those.
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { markContrast, ratioOf, textContrast, type Measured } from './contrast.ts'
import { ProfilePage } from './pages/profile.ts'

const TEXT = 4.5
const MARK = 3

/** Views by their links, and the element to wait for. */
const VIEWS: readonly (readonly [words: string, hash: string, first: string])[] = [
  ['flat profile', 'view=flat-profile&fn=sine', '[data-row]'],
  ['entries', 'view=call-graph&fn=evaluate', '[role=row]'],
  ['tree', 'view=call-graph&call-graph.as=callees', '[role=row]'],
  ['flame', 'view=flame', '#view svg path'],
  ['graph', 'view=force-graph&fn=evaluate', '[data-node]'],
  ['layered graph', 'view=force-graph&force-graph.layout=layered', '[data-node]'],
  ['cycles', 'view=cycles', '#view svg path'],
  ['what-if', 'view=flat-profile&cut=evaluate/call_function', '[data-row]'],
]

/**
 * The meaningful marks. Of filled ones the outline counts: their heat is also shown as a number.
 */
const MARKS: Readonly<Record<string, readonly (readonly [selector: string, property: 'fill' | 'stroke'])[]>> =
  {
    graph: [
      ['figure [data-strong] > path:first-child', 'stroke'],
      ['figure [data-strong] > path:nth-child(2)', 'fill'],
      // Behind it is the selection's ring, in front of it self time and the focus.
      ['figure [data-node] > circle:nth-last-of-type(2)', 'stroke'],
      ['figure [role=group] > path', 'stroke'],
      ['[role=group][aria-label=Legend] path:first-child', 'stroke'],
    ],
    'layered graph': [['figure [data-node] > rect:nth-of-type(2)', 'stroke']],
    cycles: [
      ['#view svg path[d*=C], #view svg path[d*=Q]', 'stroke'],
      ['#view svg circle', 'stroke'],
    ],
  }

async function open(page: Page, hash: string, first: string): Promise<void> {
  await page.goto(`./#v=1&${hash}`)
  await page.getByRole('button', { name: 'Try a sample' }).click()
  await page.locator(first).first().waitFor()
  // Off the drawing: what is not near a hovered function is faded.
  await page.mouse.move(0, 0)
}

function below(least: number, measured: readonly Measured[]): readonly string[] {
  return measured.filter(({ ratio }) => ratio < least).map(({ what, ratio }) => `${ratio.toFixed(2)} ${what}`)
}

for (const [words, hash, first] of VIEWS) {
  test(`texts and marks have enough contrast in light and dark: ${words}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page, hash, first)
    if (words === 'graph') await page.getByRole('button', { name: 'Legend' }).click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const texts = await textContrast(page)
      expect(texts.length, colorScheme).toBeGreaterThan(20)
      expect(below(TEXT, texts), colorScheme).toEqual([])
      for (const [selector, property] of MARKS[words] ?? []) {
        const marks = await markContrast(page, selector, property)
        expect(marks.length, selector).toBeGreaterThan(0)
        expect(below(MARK, marks), `${property} of ${selector}, ${colorScheme}`).toEqual([])
      }
    }
  })
}

test('where colours are forced, pictures have no others', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'active' })
  for (const [words, hash, first] of VIEWS.filter(([view]) => /graph|flame|cycles/.test(view))) {
    await open(page, hash, first)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', forcedColors: 'active' })
      expect(await ownColours(page), `${words}, ${colorScheme}`).toEqual([])
    }
    await page.goto('about:blank')
  }
})

test('the selected row has a mark of 3:1, and another background than the row under the pointer', async ({
  page,
}) => {
  await open(page, 'view=flat-profile&fn=sine', '[data-row]')
  const profile = new ProfilePage(page)
  await profile.row('evaluate').hover()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const [selected, hovered, table] = await Promise.all(
      [profile.row('sine'), profile.row('evaluate'), page.locator('body')].map((one) =>
        one.evaluate((element) => {
          const { backgroundColor, boxShadow } = getComputedStyle(element)
          return { background: backgroundColor, mark: /^(?:rgb|color)\([^)]*\)/.exec(boxShadow)?.[0] ?? '' }
        }),
      ),
    )
    if (!selected || !hovered || !table) throw new Error('no rows')
    expect(ratioOf(selected.mark, selected.background), `mark, ${colorScheme}`).toBeGreaterThan(MARK)
    expect(ratioOf(selected.mark, table.background), `mark, ${colorScheme}`).toBeGreaterThan(MARK)
    const step = ratioOf(hovered.background, table.background)
    expect(step).toBeGreaterThan(1.1)
    expect(ratioOf(selected.background, table.background)).toBeGreaterThan(step * 1.15)
    expect(hovered.mark).toBe('')
  }
})

test('after a number key the tab has a thicker line and no ring', async ({ page }) => {
  await open(page, 'view=flat-profile', '[data-row]')
  await page.locator('[data-row]').first().focus()
  const tab = page.getByRole('tab', { name: 'Cycles' })
  await page.keyboard.press('5')
  await expect(tab).toBeFocused()
  await expect(tab).toHaveCSS('outline-style', 'none')
  await expect(tab).toHaveCSS('box-shadow', /inset/)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(tab).toHaveCSS('outline-style', 'solid')
})

/** A bar of three rows, wherever it begins within a pixel, and dark ones around it. */
const ROWS = 6

test('with forced colours a thin bar differs from its track', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' })
  await page.goto('./')
  await new Landing(page).sample.click()
  const bar = page.getByRole('complementary').locator('[data-track=true]').nth(1)
  await bar.scrollIntoViewIfNeeded()
  const box = await bar.boundingBox()
  if (!box) throw new Error('no bar')
  const picture = await page.screenshot({ clip: { ...box, y: Math.floor(box.y) - 1, height: ROWS } })
  // Counts how many rows are lit at both ends.
  const lit = await page.evaluate(
    async ([base64, height]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0)
      const rows = (x: number) =>
        [...Array(height).keys()].filter((y) => (context.getImageData(x, y, 1, 1).data[0] ?? 0) > 128)
      return { begins: rows(3).length, ends: rows(image.width - 4).length }
    },
    [picture.toString('base64'), ROWS] as const,
  )
  expect(lit).toEqual({ begins: 3, ends: 1 })
})

/**
 * Returns colours of shapes and their texts that are neither between the system's text and
 * background, nor its highlight.
 */
function ownColours(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Highlight'
    const highlight = getComputedStyle(probe).color
    probe.remove()
    const shapes = [...document.querySelectorAll('#view svg *, #view svg')]
    const colours = shapes.flatMap((shape) => {
      const { fill, stroke, color } = getComputedStyle(shape)
      return shape instanceof SVGGeometryElement || shape instanceof SVGTextElement ? [fill, stroke] : [color]
    })
    const isGrey = (colour: string): boolean => {
      const [red, green, blue] = colour.match(/[\d.]+/g) ?? []
      return red === green && green === blue
    }
    // The parts of a pattern are checked separately.
    const isPattern = (colour: string): boolean => colour.startsWith('url(')
    return [...new Set(colours)].filter(
      (colour) => colour !== highlight && !isGrey(colour) && !isPattern(colour),
    )
  })
}
