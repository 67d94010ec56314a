// The graph: cycles are inside their hulls, a click selects in all views, the threshold limits,
// keys navigate, links keep everything.
import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { ProfilePage } from './pages/profile.ts'

async function openSample(page: Page, hash = ''): Promise<Locator> {
  await page.goto(`./#v=1&view=force-graph${hash}`)
  await page.getByRole('button', { name: 'Try a sample' }).click()
  const figure = page.getByRole('figure').filter({ has: page.getByRole('application', { name: 'Graph' }) })
  await nodes(figure).first().waitFor()
  return figure
}

function nodes(figure: Locator): Locator {
  return figure.locator('[role=button][data-node]')
}

function node(figure: Locator, name: string): Locator {
  return figure.getByRole('button', { name, exact: true })
}

interface Hull {
  readonly name: string
  readonly members: readonly string[]
  /** Names of nodes whose centre is inside the hull. */
  readonly inside: readonly string[]
}

/** By geometry, not structure: nodes whose centre is inside the hull's path. */
async function hulls(figure: Locator): Promise<readonly Hull[]> {
  return figure.evaluate((element) => {
    const marks = [...element.querySelectorAll<SVGGElement>('[data-node]')]
    const nameOf = (mark: Element): string => mark.getAttribute('aria-label') ?? ''
    return [...element.querySelectorAll<SVGGElement>('[role=group][aria-label^=cycle]')].map((group) => {
      const path = group.querySelector<SVGPathElement>(':scope > path')
      const inside = marks.filter((mark) => {
        const [own, theirs] = [mark.getScreenCTM(), path?.getScreenCTM()]
        if (!own || !theirs || !path) return false
        return path.isPointInFill(new DOMPoint(0, 0).matrixTransform(own).matrixTransform(theirs.inverse()))
      })
      return {
        name: group.getAttribute('aria-label') ?? '',
        members: [...group.querySelectorAll('[data-node]')].map(nameOf).toSorted(),
        inside: inside.map(nameOf).toSorted(),
      }
    })
  })
}

/** Returns the drawing, once it has been stable for some frames. */
async function picture(figure: Locator): Promise<string> {
  return figure
    .locator('svg')
    .first()
    .evaluate(async (svg) => {
      let drawn = ''
      for (let same = 0; same < 10; same = drawn === svg.innerHTML ? same + 1 : 0) {
        drawn = svg.innerHTML
        await new Promise(requestAnimationFrame)
      }
      return drawn
    })
}

test('at any zoom an arc ends before the letters of a label, in light and dark', async ({ page }) => {
  const figure = await openSample(page)
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await picture(figure)
    const halos = await figure.evaluate((element) =>
      [...element.querySelectorAll<SVGTextElement>('svg [aria-hidden] text')].map((text) => {
        const { strokeWidth, fontSize, paintOrder, stroke, fill } = getComputedStyle(text)
        const ems = Number.parseFloat(strokeWidth) / Number.parseFloat(fontSize)
        return ems >= 0.29 && paintOrder.startsWith('stroke') && stroke !== 'none' && stroke !== fill
      }),
    )
    expect(halos.length).toBeGreaterThan(10)
    expect(halos).not.toContain(false)
  }
})

test('the hulls of the cycles contain exactly their members', async ({ page }) => {
  const figure = await openSample(page)
  await expect(figure).toHaveAttribute('aria-label', 'Call graph of the whole profile')
  const found = await hulls(figure)
  expect(found.map(({ name }) => name).toSorted()).toEqual(['cycle 1', 'cycle 2'])
  expect(found.map(({ members }) => members.length).toSorted((a, b) => a - b)).toEqual([2, 3])
  for (const { name, members, inside } of found) expect(inside, name).toEqual(members)
  await expect(figure.getByText(/^cycle 1\b/)).toBeVisible()
})

test('no two labels overlap and none covers a mark', async ({ page }) => {
  const figure = await openSample(page)
  const labels = await figure.evaluate((element) => {
    const boxOf = (one: Element) => one.getBoundingClientRect()
    const names = [...element.querySelectorAll('svg [text-anchor] > text:first-child')].map((text) => ({
      text: text.textContent ?? '',
      box: boxOf(text),
    }))
    const marks = [...element.querySelectorAll('[data-node]')].map((mark) => ({
      text: `mark of ${mark.getAttribute('aria-label') ?? ''}`,
      box: boxOf(mark.querySelector('circle:nth-of-type(2)') ?? mark),
    }))
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const overlaps = names.flatMap((name, at) =>
      [...names.slice(at + 1), ...marks]
        .filter((other) => isOver(name.box, other.box))
        .map((other) => `${name.text} and ${other.text}`),
    )
    return { count: names.length, overlaps }
  })
  expect(labels.count).toBeGreaterThan(5)
  expect(labels.overlaps).toEqual([])
})

test('a click on a node selects in every view @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  const figure = await openSample(page)
  await node(figure, 'noise').click()
  await expect(node(figure, 'noise')).toHaveAttribute('aria-pressed', 'true')
  await expect(profile.details('noise')).toBeVisible()
  await expect(page).toHaveURL(/fn=noise/)
  await profile.tab('Flat profile').click()
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await page.goBack()
  await expect(page).not.toHaveURL(/fn=noise/)
})

test('the threshold chooses how much is drawn @main', async ({ page }) => {
  const figure = await openSample(page)
  const before = await nodes(figure).count()
  const threshold = page.getByRole('slider', { name: 'Threshold' })
  await threshold.press('ArrowRight')
  await threshold.press('ArrowRight')
  await expect(threshold).toHaveAttribute('aria-valuetext', '5% of all time')
  await expect.poll(() => nodes(figure).count()).toBeLessThan(before)
  await expect(page).toHaveURL(/force-graph\.min=5/)
  await threshold.press('Home')
  await expect.poll(() => nodes(figure).count()).toBeGreaterThan(before)
  await expect(page.getByRole('status', { name: 'What is drawn' })).toContainText('functions')
})

test('keys walk along the arcs, select, and open the entry @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  const figure = await openSample(page)
  await node(figure, 'main').focus()
  await page.keyboard.press('ArrowDown')
  await expect(node(figure, 'find_archipelago')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(node(figure, 'raise_land')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(node(figure, 'write_variation')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(node(figure, 'find_archipelago')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(profile.details('find_archipelago')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(profile.graph).toBeVisible()
  await expect(page).toHaveURL(/view=call-graph/)
})

test('around a function, to a depth, with stubs that open', async ({ page }) => {
  const figure = await openSample(page, '&fn=define_function&force-graph.scope=around&force-graph.down=1')
  await expect(figure).toHaveAttribute('aria-label', 'Call graph of define_function')
  const before = await nodes(figure).count()
  await page.getByRole('combobox', { name: 'Callees' }).selectOption('3')
  await expect.poll(() => nodes(figure).count()).toBeGreaterThan(before)
  await page.getByRole('combobox', { name: 'Callees' }).selectOption('1')
  await expect.poll(() => nodes(figure).count()).toBe(before)
  const stub = figure.getByRole('button', { name: /^Draw \d+ callees? of/ }).first()
  const count = Number(/\d+/.exec((await stub.getAttribute('aria-label')) ?? '')?.[0])
  await stub.click()
  await expect.poll(() => nodes(figure).count()).toBeGreaterThanOrEqual(before + 1)
  expect(count).toBeGreaterThan(0)
  await expect(page).toHaveURL(/force-graph\.open=/)
  await page.getByRole('button', { name: 'Fold stubs' }).click()
  await expect.poll(() => nodes(figure).count()).toBe(before)
})

test('a stub that opens moves nothing but the drawing, and no name lies under what folds it', async ({
  page,
}) => {
  for (const width of [1280, 900, 640]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('about:blank')
    const figure = await openSample(page)
    const place = await figure.boundingBox()
    await figure
      .getByRole('button', { name: /^Draw \d+ calle/ })
      .first()
      .click()
    const fold = page.getByRole('button', { name: 'Fold stubs' })
    await expect(fold).toBeVisible()
    expect(await figure.boundingBox(), `${width} pixels wide`).toEqual(place)
    const box = await fold.boundingBox()
    const under = () =>
      figure.locator('[data-node] text').evaluateAll(
        (names, { x, y, width: wide, height }) =>
          names
            .filter((name) => {
              const { left, right, top, bottom } = name.getBoundingClientRect()
              return left < x + wide && right > x && top < y + height && bottom > y
            })
            .map((name) => name.textContent),
        box ?? { x: 0, y: 0, width: 0, height: 0 },
      )
    await expect.poll(under, `${width} pixels wide`).toEqual([])
  }
})

test('the same profile and choice give the same picture', async ({ page }) => {
  const first = await picture(await openSample(page))
  await page.goto('about:blank')
  const second = await picture(await openSample(page))
  expect(second).toBe(first)
})

test('zoom, fit, drag and pin', async ({ page }) => {
  const figure = await openSample(page)
  const mark = node(figure, 'sine')
  const place = async () => (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const start = await place()
  const others = async () => (await node(figure, 'main').boundingBox()) ?? { x: 0, y: 0 }
  const before = await others()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await place()).width).toBeGreaterThan(start.width)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(async () => Math.abs((await place()).x - start.x)).toBeLessThan(1)

  await mark.hover()
  await page.mouse.down()
  await page.mouse.move(start.x + 120, start.y - 60, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await place()).x - start.x).toBeGreaterThan(80)
  // A drag is not a click.
  await expect(mark).toHaveAttribute('aria-pressed', 'false')
  // The Unpin button appears beside the drawing's other buttons, and moves nothing.
  await expect(page.getByRole('button', { name: 'Unpin all' })).toBeInViewport({ ratio: 1 })
  expect(Math.abs((await others()).y - before.y)).toBeLessThan(2)
  await mark.dblclick()
  await expect.poll(async () => Math.abs((await place()).x - start.x)).toBeLessThan(4)
})

test('the layered layout runs down outside cycles, by button, key and link', async ({ page }) => {
  const figure = await openSample(page)
  const layered = page.getByRole('button', { name: 'Layered' })
  await page.keyboard.press('l')
  await expect(layered).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/force-graph\.layout=layered/)
  const height = async (name: string) => (await node(figure, name).boundingBox())?.y ?? 0
  await expect
    .poll(async () => (await height('raise_land')) - (await height('find_archipelago')))
    .toBeGreaterThan(10)
  expect(await height('advance')).toBeGreaterThan(await height('parse_factor'))
  for (const { name, members, inside } of await hulls(figure)) expect(inside, name).toEqual(members)
  await page.goBack()
  await expect(layered).toHaveAttribute('aria-pressed', 'false')
})

test('the drawing is saved as SVG, PNG and DOT @main', async ({ page }) => {
  await openSample(page, '&force-graph.layout=layered')
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = async (kind: string): Promise<Buffer> => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: kind, exact: true }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toBe(`islands-graph.${kind.toLowerCase()}`)
    return readFile(await download.path())
  }
  const svg = (await saved('SVG')).toString()
  expect(svg).toContain('>find_archipelago</text>')
  expect(svg).toContain('>islands</text>')
  expect(svg).toMatch(/>Call graph: 23 of 43 functions, \d+\.\d% of self time<\/text>/)
  for (const meaning of ['evaluate.c, islands.c', 'hot path', 'bar: self, certain, possible'])
    expect(svg).toContain(`>${meaning}</text>`)
  expect(svg.match(/<rect /g)?.length).toBeGreaterThan(23)
  expect(svg).not.toMatch(/class=|style=|var\(|color-mix/)
  const width = Number(/ width="(\d+)"/.exec(svg)?.[1])
  const png = await saved('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(width * 2)
  expect((await saved('DOT')).toString()).toMatch(/^digraph "islands" \{[^]*subgraph cluster_1 \{[^]*\}\n$/)
})

test('a minimap shows and moves what is seen once zoomed in', async ({ page }) => {
  const figure = await openSample(page)
  const map = figure.getByRole('img', { name: 'Minimap' })
  await expect(map).toHaveCount(0)
  for (let times = 0; times < 4; times++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(map).toBeVisible()
  const mark = node(figure, 'main')
  const left = async () => (await mark.boundingBox())?.x ?? 0
  const zoomed = await left()
  await map.click({ position: { x: 5, y: 5 } })
  await expect.poll(left).not.toBe(zoomed)
  const before = await left()
  await map.click({ position: { x: 60, y: 5 } })
  await expect.poll(async () => (await left()) - before).toBeLessThan(-20)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(map).toBeHidden()
})

test('a cycle closes to one node and opens again, and what is not drawn opens as a list', async ({
  page,
}) => {
  const figure = await openSample(page)
  const hull = figure.getByRole('group', { name: 'cycle 1' })
  await hull.getByRole('button', { name: 'Close cycle 1' }).click()
  const closed = figure.getByRole('button', { name: /^cycle 1: .* more$/ })
  await expect(closed).toBeVisible()
  await expect(hull).toHaveCount(0)
  await expect(page).toHaveURL(/force-graph\.cycles=closed:/)
  await closed.dblclick()
  await expect(hull).toBeVisible()
  const before = await nodes(figure).count()
  await figure.getByRole('button', { name: /more, self .*: list them$/ }).click()
  const list = page.getByRole('grid', { name: 'Functions that are not drawn' })
  await list
    .getByRole('button', { name: /^Draw / })
    .first()
    .click()
  await expect.poll(() => nodes(figure).count()).toBe(before + 1)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
})

test('hovering shows the numbers and their formula', async ({ page }) => {
  const figure = await openSample(page)
  await node(figure, 'noise').hover()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('noise')
  await expect(tip).toContainText(/s self \+ .* from callees/)
})

test('around a function no call count is below a badge', async ({ page }) => {
  const figure = await openSample(page, '&fn=advance')
  await page.getByRole('button', { name: 'Around selection' }).click()
  await expect(figure.getByRole('button', { name: /^Draw / }).first()).toBeVisible()
  await expect(async () => {
    const found = await figure.evaluate((element) => {
      const boxes = (elements: Iterable<Element>) =>
        Array.from(elements, (one) => one.getBoundingClientRect())
      const counts = boxes(
        [...element.querySelectorAll('text')].filter((text) => /^[\d,]+×$/.test(text.textContent ?? '')),
      )
      const badges = boxes(element.querySelectorAll('[data-side] rect'))
      const covered = counts.filter((count) =>
        badges.some(
          (badge) =>
            count.left < badge.right - 2 &&
            badge.left < count.right - 2 &&
            count.top < badge.bottom - 2 &&
            badge.top < count.bottom - 2,
        ),
      )
      return { counts: counts.length, badges: badges.length, covered: covered.length }
    })
    expect(found.counts).toBeGreaterThan(3)
    expect(found.badges).toBeGreaterThan(1)
    expect(found.covered).toBe(0)
  }).toPass({ timeout: 8000 })
})
