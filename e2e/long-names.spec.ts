// Long C++ names with too little room: return types and outer scopes are shown from some characters
// on, or not at all.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { buildLargeCase } from '../workers/testing/large-case.ts'
import { runTool } from '../workers/testing/gprof/live-gprof.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

const NAMES = [
  'double&& std::forward<double>(std::remove_reference<double>::type&)',
  'std::vector<std::pair<double, int> > geometry::mesh::weigh<double>(std::vector<double> const&)',
  'std::enable_if<true, void>::type std::swap<double>(double&, double&)',
  'int add<int>(int)',
  'T make<T>()',
  'physics::solvers::Boundary::reflect_every_particle(std::vector<double>&, int)',
]
/** A class that is shorter than the name, one that is longer, and both. */
const CLASSES = [
  'std::__is_constant_evaluated()',
  'std::__unguarded_partition_of_whatever_is_there_to_be_sorted<double>(double*, double*)',
  'Simulation_of_everything_that_moves::of(int)',
]
/** Its class alone takes more lines than a name gets. */
const DEEP = `std::enable_if<std::is_same<${'std::pair<double, '.repeat(20)}int${' >'.repeat(20)}>::value>::type std::_Function_handler<void (${'std::vector<energy::Boundary>&, '.repeat(9)}int)>::_M_invoke(std::_Any_data const&)`

let folder = ''
let listing = ''
let classes = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-names-'))
  listing = writeListing('listing.txt', [...NAMES, DEEP])
  classes = writeListing('classes.txt', CLASSES)
})
test.afterAll(() => rmSync(folder, { recursive: true }))

function writeListing(file: string, names: readonly string[]): string {
  const path = join(folder, file)
  const rows = names.map(
    (name, at) => ` 20.00      0.${2 * at + 2}0     0.20     1000     0.00     0.00  ${name}`,
  )
  writeFileSync(
    path,
    [
      'Flat profile:\n\nEach sample counts as 0.01 seconds.',
      '  %   cumulative   self              self     total           ',
      ' time   seconds   seconds    calls   s/call   s/call  name    ',
      ...rows,
      '',
    ].join('\n'),
  )
  return path
}

/**
 * Returns for each return type its length, its visible characters, and whether the name starts
 * where it ends.
 */
function results(names: Locator) {
  return names.evaluateAll((links) =>
    links.map((link) => {
      const name = link.textContent ?? ''
      const [result = ''] =
        /^.*?(?= (?:std::|geometry::mesh::)?(?:forward|weigh|swap|add|make)<)/.exec(name) ?? []
      const walk = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
      const [first, next] = [walk.nextNode(), walk.nextNode()].map((node) => node?.parentElement)
      if (!first || !next) throw new Error(`${name} is not in parts`)
      const [own, rest, all] = [first, next, link].map((element) => element.getBoundingClientRect())
      if (!own || !rest || !all) throw new Error('no boxes')
      const isBelow = own.top > all.top + all.height / 2
      const letter = Number.parseFloat(getComputedStyle(first).fontSize) * 0.602
      return {
        letters: result.length,
        seen: isBelow ? 0 : Math.min(result.length, Math.round((10 * own.width) / letter) / 10),
        gap: Math.round(rest.left - (isBelow ? all.left : own.right)),
      }
    }),
  )
}

test('what a name returns has room for some letters or is left out, at every width', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(listing)
  const profile = new ProfilePage(page)
  await expect(profile.names()).toHaveCount(NAMES.length + 1)
  const seen = new Set<number>()
  for (let width = 340; width <= 1500; width += 23) {
    await page.setViewportSize({ width, height: 700 })
    const returning = profile.names().getByRole('link').filter({ hasNotText: 'physics' })
    for (const { letters, seen: some, gap } of await results(returning)) {
      if (some > 0)
        expect(some, `${some} of ${letters} letters, ${width} pixels wide`).toBeGreaterThanOrEqual(
          Math.min(4, letters),
        )
      expect(gap, `${width} pixels wide`).toBe(0)
      seen.add(some)
    }
  }
  // Fully visible, hidden, and something between.
  expect(seen.size).toBeGreaterThan(3)
  expect(seen).toContain(0)
  await expect(page.getByTitle(NAMES[0] ?? '', { exact: true }).first()).toBeVisible()
})

test('an outer scope has room for two letters or is replaced by an ellipsis, at every width', async ({
  page,
}) => {
  await page.goto('./')
  await new Landing(page).drop(listing)
  const link = new ProfilePage(page).names().getByRole('link').filter({ hasText: 'physics' })
  const seen = new Set<number>()
  for (let width = 541; width <= 1500; width += 19) {
    await page.setViewportSize({ width, height: 700 })
    const { letters, gap, ellipsis } = await link.evaluate((all) => {
      const walk = document.createTreeWalker(all, NodeFilter.SHOW_TEXT)
      const scope = walk.nextNode()?.parentElement
      if (!scope) throw new Error('no scope')
      const [own, whole] = [scope.getBoundingClientRect(), all.getBoundingClientRect()]
      const letter = Number.parseFloat(getComputedStyle(scope).fontSize) * 0.602
      const isOut = own.top > whole.top + whole.height / 2
      const room = scope.parentElement?.getBoundingClientRect().width ?? 0
      const drawn = Number.parseFloat(getComputedStyle(scope.parentElement ?? scope, '::before').width)
      return { letters: isOut ? 0 : own.width / letter, gap: room / letter, ellipsis: drawn / letter }
    })
    if (letters > 0) {
      expect(letters, `${width} pixels wide`).toBeGreaterThanOrEqual(1.98)
      expect(ellipsis, `${width} pixels wide`).toBeLessThan(0.01)
    } else expect(ellipsis, `${width} pixels wide`).toBeCloseTo(Math.min(1, gap), 1)
    seen.add(Math.floor(letters))
  }
  expect(seen).toContain(0)
  expect(Math.max(...seen)).toBeGreaterThan(5)
})

test('a class has room for two letters or is left out, and a name that has room is whole, at every width', async ({
  page,
}) => {
  await page.goto('./')
  await new Landing(page).drop(classes)
  const links = new ProfilePage(page).names().getByRole('link')
  await expect(links).toHaveCount(CLASSES.length)
  const seen = new Set<string>()
  for (let width = 541; width <= 1500; width += 13) {
    await page.setViewportSize({ width, height: 700 })
    for (const { letters, own, room } of await links.evaluateAll((all) =>
      all.map((link) => {
        const walk = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
        const [first, next] = [walk.nextNode(), walk.nextNode()].map((node) => node?.parentElement)
        if (!first || !next) throw new Error('not in parts')
        const letter = Number.parseFloat(getComputedStyle(link).fontSize) * 0.602
        const whole = link.getBoundingClientRect()
        const box = first.getBoundingClientRect()
        const cell = link.parentElement ?? link
        const { paddingLeft, paddingRight } = getComputedStyle(cell)
        // The mark of the group is before the name.
        const before = whole.left - cell.getBoundingClientRect().left - Number.parseFloat(paddingLeft)
        const inside =
          cell.clientWidth - before - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return {
          letters: box.top > whole.top + whole.height / 2 ? 0 : Math.min(box.width, whole.width) / letter,
          own: next.scrollWidth > next.clientWidth ? 'cut' : 'whole',
          room: inside / letter - (link.textContent?.length ?? 0),
        }
      }),
    )) {
      if (letters > 0) expect(letters, `${width} pixels wide`).toBeGreaterThanOrEqual(1.98)
      if (room > 1) expect(own, `${width} pixels wide`).toBe('whole')
      seen.add(`${own} ${letters > 0}`)
    }
  }
  expect(seen).toContain('cut false')
  expect(seen).toContain('whole true')
})

test('what is shortened ends in whole letters: the next part follows without a gap, at every width', async ({
  page,
}) => {
  await page.goto('./')
  await new Landing(page).drop(listing)
  const links = new ProfilePage(page).names().getByRole('link')
  await expect(links).toHaveCount(NAMES.length + 1)
  let cuts = 0
  for (let width = 541; width <= 1500; width += 17) {
    await page.setViewportSize({ width, height: 700 })
    const gaps = await links.evaluateAll((all) =>
      all.flatMap((link) => {
        // Beside a return type, which takes the remaining room, nothing is complete.
        const name = link.firstElementChild
        if (!name || getComputedStyle(name).flexWrap !== 'nowrap') return []
        const letter = Number.parseFloat(getComputedStyle(name).fontSize) * 0.602
        return [...name.querySelectorAll('span')]
          .filter((part) => part.scrollWidth > part.clientWidth && part.childElementCount === 0)
          .map((part) => (part.getBoundingClientRect().width / letter) % 1)
      }),
    )
    // Slightly less than a whole character shows one character less; a gap this close to one is due
    // to rounding.
    for (const gap of gaps) expect(gap > 0.994 ? 0 : gap, `${width} pixels wide`).toBeLessThan(0.1)
    cuts += gaps.length
  }
  expect(cuts).toBeGreaterThan(20)
})

test('in the overview a long name has the line, and all lines of its list are as high', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(listing)
  const items = page.getByRole('complementary').getByRole('listitem')
  const item = (name: string) => items.filter({ has: page.getByTitle(name, { exact: true }) }).first()
  const boxes = async (name: string) => {
    const parts = [
      item(name).getByRole('link'),
      item(name).getByText(/ s$/),
      item(name).locator('xpath=*[last()]'),
    ]
    return Promise.all(
      parts.map(async (part) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
    )
  }
  const [name, time, bar] = await boxes(
    'physics::solvers::Boundary::reflect_every_particle(std::vector<double>&, int)',
  )
  const [short, beside, other] = await boxes('int add<int>(int)')
  expect(name?.width).toBeGreaterThan(240)
  expect(time?.y).toBeGreaterThan((name?.y ?? 0) + 10)
  expect(beside?.y).toBeGreaterThan((short?.y ?? 0) + 10)
  expect([bar?.x, bar?.width]).toEqual([other?.x, other?.width])
})

test('names have nearly half of the width or more, and no table is wider than its window', async ({
  page,
}) => {
  const profile = new ProfilePage(page)
  await page.goto('./')
  await new Landing(page).drop(listing)
  for (const [width, least] of [
    [1920, 0.45],
    [1440, 0.45],
    [1280, 0.45],
    [1024, 0.35],
    [840, 0],
    [600, 0],
    [390, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const beyond = () =>
      profile.flat.evaluate(
        ({ parentElement: around }) => (around?.scrollWidth ?? 0) - (around?.clientWidth ?? 0),
      )
    // The columns follow the width with the next drawing.
    await expect.poll(beyond, { message: `${width} pixels` }).toBe(0)
    const [name, all] = await profile.flat.evaluate((grid) => [
      grid.querySelector('[role=rowheader]')?.getBoundingClientRect().width ?? 0,
      grid.getBoundingClientRect().width,
    ])
    expect((name ?? 0) / (all ?? 1), `${width} pixels`).toBeGreaterThan(least)
  }
})

test('a long path to its source leaves the details of a function their width', async ({ page }, info) => {
  const directory = info.outputPath('a-directory-with-a-long-name', 'and-another-one-in-it')
  mkdirSync(directory, { recursive: true })
  const source = join(directory, 'numerical_integration.c')
  const program = join(directory, 'program')
  writeFileSync(source, 'int add(int n) { return n + 1; }\nint main(void) { return add(-1); }\n')
  expect((await runTool('gcc', ['-pg', '-g', '-o', program, source])).status).toBe(0)
  execFileSync(program, { cwd: directory })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('./')
  await new Landing(page).drop(program, join(directory, 'gmon.out'))
  const profile = new ProfilePage(page)
  await profile.row('add').click()
  const details = profile.details('add')
  await expect(details.getByText('numerical_integration.c:1')).toBeInViewport()
  await expect(details.getByRole('button', { name: 'Close details' })).toBeInViewport({ ratio: 1 })
  expect(await details.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
})

test('beside long names the tree says whole of which cycle each is, at every width', async ({
  page,
}, info) => {
  const made = buildLargeCase({ functions: 2_000, arcs: 10_000, cycles: 'some', names: 'c++', seed: 7 })
  const [program, profile] = [info.outputPath('program'), info.outputPath('gmon.out')]
  writeFileSync(program, made.executable)
  writeFileSync(profile, made.profile)
  await page.goto('./#v=1&view=call-graph&call-graph.as=callees')
  await new Landing(page).drop(program, profile)
  const marks = page.getByRole('rowheader').getByText(/^cycle \d+$/)
  await expect(marks.first()).toBeVisible()
  for (const width of [1280, 1000, 640, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const mark of await marks.all()) {
      const lost = await mark.evaluate((tag) => tag.scrollWidth - tag.clientWidth)
      expect(lost, `${width} pixels wide`).toBe(0)
    }
  }
})

test('of two methods of one name, the const one is marked wherever its name appears', async ({ page }) => {
  const at = 'std::vector<double, std::allocator<double> >::operator[](unsigned long)'
  const methods = writeListing('methods.txt', [`${at} const`, at, 'main'])
  await page.goto('./')
  await new Landing(page).drop(methods)
  const seen = () =>
    page.getByTitle(`${at} const`, { exact: true }).evaluateAll((names) =>
      names
        .filter((name) => name.checkVisibility())
        .map((name) => {
          const last = [...name.querySelectorAll('span')].at(-1)
          return last?.textContent === ' const' && last.scrollWidth <= last.clientWidth
        }),
    )
  await expect(new ProfilePage(page).flat).toBeVisible()
  for (const width of [1280, 640, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // In the rows, and if there is room also in the overview.
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(0)
    await expect.poll(seen, `${width} pixels wide`).not.toContain(false)
  }
  // Also separate on paper.
  await page.emulateMedia({ media: 'print' })
  const blanks = await page.getByTitle(`${at} const`, { exact: true }).evaluateAll((names) =>
    names.flatMap((name) => {
      const text = [...name.querySelectorAll('span')].at(-1)?.firstChild
      if (!text || !name.checkVisibility()) return []
      const [whole, word] = [new Range(), new Range()]
      whole.selectNodeContents(text)
      word.setStart(text, 1)
      word.setEnd(text, text.textContent?.length ?? 0)
      return [whole.getBoundingClientRect().width - word.getBoundingClientRect().width]
    }),
  )
  expect(blanks.length).toBeGreaterThan(0)
  expect(Math.min(...blanks)).toBeGreaterThan(3)
})

/** Whether the first of the words is visible within all elements that may clip it. */
function isSeen(within: Locator, words: string) {
  return within.evaluate((root, text) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    let node = walk.nextNode()
    while (node && !node.textContent?.includes(text)) node = walk.nextNode()
    if (!node) throw new Error(`${text} is not there in one piece`)
    const range = document.createRange()
    range.setStart(node, node.textContent?.indexOf(text) ?? 0)
    range.setEnd(node, range.startOffset + text.length)
    const box = range.getBoundingClientRect()
    for (let around = node.parentElement; around; around = around.parentElement) {
      const edge = around.getBoundingClientRect()
      const clips = getComputedStyle(around).overflowY !== 'visible'
      if (clips && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) return false
      if (around === root) break
    }
    return true
  }, words)
}

test('on paper a name says what the function is called, however long its class', async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.goto('./')
  await new Landing(page).drop(listing)
  const profile = new ProfilePage(page)
  const name = profile.names().filter({ hasText: '_M_invoke' })
  await name.waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(name.getByText('::_M_invoke')).toBeVisible()
  expect(await isSeen(name, '::_M_invoke')).toBe(true)
  expect((await name.boundingBox())?.height).toBeLessThan(160)
})

test('the title of details has in sight what the function is called', async ({ page }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('about:blank')
    await page.goto('./')
    await new Landing(page).drop(listing)
    const profile = new ProfilePage(page)
    await profile.names().filter({ hasText: '_M_invoke' }).click()
    const details = profile.details(DEEP)
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(DEEP)
    const short = details.locator('p[aria-hidden]').first()
    await expect(short).toContainText('_M_invoke')
    expect(await isSeen(short, '_M_invoke'), `${size.width} wide`).toBe(true)
  }
})

test('a change in the scenario bar keeps the distinctive part of its function', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./')
  await new Landing(page).drop(listing)
  const profile = new ProfilePage(page)
  await profile.names().filter({ hasText: '_M_invoke' }).click()
  await page.getByRole('button', { name: 'Ignore its time (-N)' }).click()
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(change).toContainText(DEEP)
  const own = await change.getByText('::_M_invoke', { exact: true }).boundingBox()
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThan(390)
  // Paper has no link back, but shows the whole diff.
  await page.emulateMedia({ media: 'print' })
  await expect(change).toBeVisible()
  await expect(page.getByRole('region', { name: 'What if' }).getByRole('button')).toHaveCount(0)
})
