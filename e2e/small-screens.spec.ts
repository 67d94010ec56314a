// Little room: zoomed in to 200%, or on a phone. Drawings fit, and requested parts are in view.
import { expect, test, type Locator, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { overflow as pageOverflow } from './violations.ts'

async function openSample(page: Page, size: { width: number; height: number }): Promise<ProfilePage> {
  await page.setViewportSize(size)
  await page.goto('./')
  await new Landing(page).sample.click()
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  return profile
}

/** Returns how far the content can be scrolled sideways. */
const overflow = (scroller: Locator) =>
  scroller.evaluate((element) => element.scrollWidth - element.clientWidth)

const ZOOMED = { width: 640, height: 400 }
const PHONE = { width: 390, height: 844 }

test('zoomed in, the graph fills its place and the details of what is picked are in sight', async ({
  page,
}) => {
  const profile = await openSample(page, ZOOMED)
  await profile.row('sine').click()
  await expect(profile.details('sine').getByRole('heading', { name: 'sine' })).toBeInViewport()
  await page.getByRole('tab', { name: 'Graph', exact: true }).click()
  const figure = page.getByRole('figure')
  const picture = figure.getByRole('application', { name: 'Graph' })
  await expect(picture.getByRole('button', { name: 'main', exact: true })).toBeAttached()
  const [outer, inner] = [await figure.boundingBox(), await picture.boundingBox()]
  expect(inner?.height).toBeCloseTo(outer?.height ?? 0, 0)
})

test('Escape closes panels over the view, but not those beside it', async ({ page }) => {
  for (const size of [ZOOMED, PHONE]) {
    const profile = await openSample(page, size)
    await profile.row('sine').click()
    await expect(profile.details('sine')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(profile.details('sine')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(profile.row('root')).toBeFocused()
    // From inside as well, while no element has the focus in between.
    await profile.row('sine').click()
    await profile.details('sine').getByRole('button', { name: 'Close details' }).focus()
    await page.keyboard.press('Escape')
    await expect(profile.row('sine')).toBeFocused()
    const unfold = page.getByRole('button', { name: 'Overview and files' })
    await unfold.click()
    await page.getByRole('link', { name: 'main' }).first().focus()
    await page.keyboard.press('Escape')
    await expect(unfold).toHaveAttribute('aria-expanded', 'false')
    await expect(unfold).toBeFocused()
  }
  const profile = await openSample(page, { width: 1280, height: 800 })
  await profile.row('sine').click()
  await page.keyboard.press('Escape')
  await expect(profile.details('sine')).toBeVisible()
})

test('where there is no room beside the view, the overview unfolds below it and leads to a function', async ({
  page,
}) => {
  for (const size of [ZOOMED, PHONE]) {
    await openSample(page, size)
    const overview = page.getByRole('complementary', { name: 'Details of' })
    const unfold = overview.getByRole('button', { name: 'Overview' })
    const time = overview.getByRole('heading', { name: 'Top self time' })
    await expect(time).toBeHidden()
    await unfold.click()
    await expect(unfold).toHaveAttribute('aria-expanded', 'true')
    await overview.getByRole('link', { name: 'sine' }).first().click()
    await expect(page.getByRole('complementary', { name: 'Details of sine' })).toBeInViewport()
  }
})

test('Escape closes one thing at a time: an explanation or an arc’s panel, and then the details', async ({
  page,
}) => {
  const profile = await openSample(page, ZOOMED)
  await profile.row('fold_constants').click()
  const details = profile.details('fold_constants')
  await expect(details).toBeVisible()
  await profile.row('fold_constants').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(details).toBeVisible()
  await profile.tab('Graph').last().click()
  await page
    .getByRole('figure')
    .locator('[data-node]')
    .and(page.getByRole('button', { name: 'fold_constants', exact: true }))
    .focus()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Enter')
  const cut = page.getByRole('figure').getByRole('button', { name: /^Cut / })
  await expect(cut).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cut).toHaveCount(0)
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
})

test('on the smallest phone all tabs have room', async ({ page }) => {
  const profile = await openSample(page, { width: 320, height: 568 })
  for (const tab of ['Flat profile', 'Source']) await expect(profile.tab(tab)).toBeInViewport({ ratio: 1 })
  expect(await overflow(page.getByRole('tablist'))).toBe(0)
})

test('on the smallest phone nothing that is shared is beyond the edge', async ({ page }) => {
  await openSample(page, { width: 320, height: 568 })
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const length = dialog.getByRole('combobox')
  await expect(length).toBeVisible()
  expect(await overflow(length.locator('xpath=ancestor::section[1]/..'))).toBe(0)
  const [outer, inner] = [await dialog.boundingBox(), await length.boundingBox()]
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
})

test.describe('where the page is only touched', () => {
  test.use({ hasTouch: true, isMobile: true })
  test('the help begins with the words, the keys come after them', async ({ page }) => {
    await openSample(page, PHONE)
    await page.getByRole('button', { name: 'Help' }).click()
    const help = page.getByRole('dialog', { name: 'Help' })
    await expect(help.getByRole('heading', { name: 'Terms', exact: true })).toBeInViewport()
    await expect(help.getByRole('heading', { name: 'Keyboard shortcuts', exact: true })).not.toBeInViewport()
  })
})

test('on a phone a line of the call graph gives its name nearly the whole width, above its numbers', async ({
  page,
}) => {
  await openSample(page, PHONE)
  await page.getByRole('tab', { name: 'Call graph' }).click()
  await page.getByRole('button', { name: 'Open [2] find_archipelago' }).click()
  const grid = page.getByRole('grid', { name: 'Call graph' })
  const child = grid.getByRole('rowgroup', { name: 'Callees of find_archipelago' }).getByRole('row').first()
  const name = await child.getByRole('rowheader').boundingBox()
  const link = await child.getByRole('link').boundingBox()
  const called = await child.getByText('60,000', { exact: true }).boundingBox()
  expect(name?.width).toBeGreaterThan(350)
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((called?.y ?? 0) + 3)
  await expect(child.getByText('/60,001')).toBeInViewport()

  // Also with the details beside it, which leave a name less than half of the width.
  for (const width of [844, 800]) {
    await page.setViewportSize({ width, height: 600 })
    // The page notices its new width asynchronously.
    await expect
      .poll(async () => (await child.getByRole('rowheader').boundingBox())?.width)
      .toBeGreaterThan(500)
    await expect.poll(() => overflow(grid.locator('xpath=..'))).toBe(0)
  }

  await page.setViewportSize({ width: 1000, height: 390 })
  const left = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? 0
  await expect
    .poll(
      async () =>
        (await left(child.getByRole('rowheader'))) - (await left(child.getByText('60,000', { exact: true }))),
    )
    .toBeGreaterThan(0)
})

test('on a phone a row of the flat profile gives its name the whole width, above numbers that still sort', async ({
  page,
}) => {
  const profile = await openSample(page, PHONE)
  const row = profile.row('evaluate')
  const name = await row.getByRole('rowheader').boundingBox()
  const [link, calls] = [
    await row.getByRole('link').first().boundingBox(),
    await row.getByText('28,276,419').boundingBox(),
  ]
  expect(name?.width).toBeGreaterThan(370)
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((calls?.y ?? 0) + 3)
  for (const column of ['Name', 'Self %', 'Self', 'Calls', 'Total %'] as const) {
    await expect(profile.heading(column)).toBeInViewport({ ratio: 1 })
    await profile.sortBy(column)
    await expect(profile.heading(column)).not.toHaveAttribute('aria-sort', 'none')
  }
  await expect(page).toHaveURL(/sort=totalPercent-descending/)

  await page.setViewportSize({ width: 800, height: 600 })
  expect((await row.getByRole('rowheader').boundingBox())?.width).toBeGreaterThan(500)
  await page.setViewportSize({ width: 844, height: 390 })
  const sideways = await row.getByText('28,276,419').boundingBox()
  const beside = await row.getByRole('rowheader').boundingBox()
  expect(sideways?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0))
})

test('no column of the flat profile is cut off beside details', async ({ page }) => {
  const profile = await openSample(page, { width: 1280, height: 700 })
  for (const width of [1280, 1140, 1100, 1060, 1024, 980, 900, 830]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await overflow(profile.flat.locator('xpath=..')), `${width} pixels wide`).toBe(0)
  }
})

test('a search has room for its words, what it found and the steps, at every width', async ({ page }) => {
  const profile = await openSample(page, PHONE)
  const box = page.getByRole('search')
  for (const width of [1280, 1010, 900, 710, 640, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // "Search functions  /" is not cut off.
    expect((await profile.search.boundingBox())?.width, `${width} wide, at rest`).toBeGreaterThan(150)
    await profile.search.fill('e')
    await expect(box.getByRole('status')).toHaveText(/\d+ matches/)
    const room = await box.boundingBox()
    const inside = [...(await box.getByRole('button').all()), box.getByRole('status'), profile.search]
    for (const part of inside) {
      const place = await part.boundingBox()
      expect((place?.x ?? 0) + (place?.width ?? 0), `${width} wide`).toBeLessThan(
        (room?.x ?? 0) + (room?.width ?? 0),
      )
    }
    expect(await overflow(box.getByRole('status')), `${width} wide`).toBe(0)
    expect((await profile.search.boundingBox())?.width, `${width} wide`).toBeGreaterThanOrEqual(60)
    await profile.search.fill('')
  }
})

for (const layout of ['Force', 'Layered']) {
  test(`on a phone no name in the ${layout} layout is cut off at the edge`, async ({ page }) => {
    await openSample(page, PHONE)
    await page.getByRole('tab', { name: 'Graph', exact: true }).click()
    await page.getByRole('button', { name: layout, exact: true }).click()
    const figure = page.getByRole('figure')
    await expect(figure.getByRole('button', { name: 'find_archipelago' })).toBeVisible()
    await expect(async () => {
      const edges = await figure.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const texts = [...element.querySelectorAll('[role=application] text')].map((text) =>
          text.getBoundingClientRect(),
        )
        return { out: texts.filter((box) => box.left < left || box.right > right).length, all: texts.length }
      })
      expect(edges.all).toBeGreaterThan(8)
      expect(edges.out).toBe(0)
    }).toPass()
  })
}

test('no name, mark or hull of the graph lies under the zoom buttons or beyond the edge, at any size', async ({
  page,
}) => {
  await openSample(page, PHONE)
  await page.getByRole('tab', { name: 'Graph', exact: true }).click()
  const figure = page.getByRole('figure')
  const sizes = [PHONE, ZOOMED, { width: 768, height: 600 }, { width: 1280, height: 620 }]
  for (const layout of ['Layered', 'Force']) {
    await page.getByRole('button', { name: layout, exact: true }).click()
    await expect(figure.getByRole('button', { name: 'find_archipelago' })).toBeVisible()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect(async () => {
        const hidden = await figure.evaluate((element) => {
          const boxOf = (one: Element) => one.getBoundingClientRect()
          const all = boxOf(element)
          const buttons = [...element.querySelectorAll('button')].map(boxOf)
          const isOver = (a: DOMRect, b: DOMRect) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
          const isOut = (a: DOMRect) =>
            a.left < all.left || a.right > all.right || a.top < all.top || a.bottom > all.bottom
          return [
            ...element.querySelectorAll(
              '[role=application] :is(text, circle, [data-node] > rect:first-of-type, [role=group] > path)',
            ),
          ]
            .filter((one) => buttons.some((button) => isOver(boxOf(one), button)) || isOut(boxOf(one)))
            .map((one) => one.textContent || one.outerHTML)
        })
        expect(hidden, `${layout}, ${size.width}×${size.height}`).toEqual([])
      }).toPass({ timeout: 8000 })
    }
  }
})

test('all that the header says of the profile is in sight, on a phone and zoomed in @main', async ({
  page,
}) => {
  const profile = await openSample(page, PHONE)
  for (const [width, height] of [
    [390, 844],
    [360, 844],
    [320, 844],
    [640, 400],
    [560, 400],
    [720, 500],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const fact of await profile.facts.all()) {
      await expect(fact.getByText(/\w/)).toBeInViewport({ ratio: 1 })
    }
    // A line begins with a fact: the dot between two facts is hidden there.
    const places = await profile.facts.evaluateAll((items) =>
      items.map((item) => {
        const { left = 0, top = 0 } = item.firstElementChild?.getBoundingClientRect() ?? {}
        return { left, top }
      }),
    )
    const begins = places.filter(({ top }, at) => at === 0 || top > (places[at - 1]?.top ?? 0) + 5)
    expect(new Set(begins.map(({ left }) => left)).size).toBe(1)
  }
})

test('zoomed in, the end of what can be exported is not behind what will be said of it', async ({ page }) => {
  await openSample(page, ZOOMED)
  await page.getByRole('button', { name: 'Export' }).click()
  const menu = page.getByRole('group', { name: 'Export' })
  const seen = await menu.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + 40, bottom - 34)
    return element.querySelector('[role=status]')?.parentElement?.contains(found) ?? true
  })
  expect(seen).toBe(false)
})

test('before there is a profile nothing is wider than a phone, however long the names in a link are', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const long = 'a_name_without_any_blank_'.repeat(20)
  const links = {
    'This link shows': [`#v=1&fn=${long}`, `#v=1&q=${long}`, `#v=1&run=${long}`],
    'Fetch a profile from': [`#profile=https://${'host.'.repeat(40)}example/${long}`],
  }
  for (const [words, hashes] of Object.entries(links)) {
    for (const hash of hashes) {
      await page.goto('about:blank')
      await page.goto(`./${hash}`)
      await expect(page.getByText(words).first()).toBeVisible()
      expect(await pageOverflow(page), hash.slice(0, 20)).toBeLessThanOrEqual(0)
    }
  }
})

test.describe('by a finger', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the search names no key where there may be none', async ({ page }) => {
    await openSample(page, PHONE)
    await expect(page.getByRole('search').getByText('/', { exact: true })).toBeHidden()
  })
})

test('the search names its key where there is a keyboard', async ({ page }) => {
  await openSample(page, { width: 1280, height: 800 })
  await expect(page.getByRole('search').getByText('/', { exact: true })).toBeVisible()
})

test('zoomed in to 400%, a profile opens, and no view is wider than the window', async ({ page }) => {
  const profile = await openSample(page, { width: 320, height: 256 })
  for (const view of ['Call graph', 'Graph', 'Flat profile']) {
    await page.getByRole('tab', { name: view, exact: true }).click()
    await expect(page.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true')
    expect(await pageOverflow(page), view).toBeLessThanOrEqual(0)
  }
  await expect(profile.flat).toBeVisible()
})
