// 50,000 functions and 300,000 arcs open, scroll and sort without blocking the page. Prints its
// measurements.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { startTrace } from '../scripts/bench/browser/trace.ts'
import { cutTimes, watchCuts } from '../scripts/bench/cut-watch.ts'
import { buildLargeCase, LONGEST, type LargeCaseSpec } from '../workers/testing/large-case.ts'
import { ProfilePage } from './pages/profile.ts'

const FUNCTIONS = 50_000
const ARCS = 300_000
/** Lines of each function, and of the longest one. */
const LINES = { each: 12, longest: 10_000 }
/**
 * Upper limit for a task of the main thread, in milliseconds of processor time, which other load
 * does not change.
 */
const HARDEST_TASK = 150
/** Other processes compete for caches, so the shortest of several repetitions counts. */
const ATTEMPTS = 3

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-large-'))
  write({}, 'large', 'gmon.out')
  write({ lines: LINES }, 'with-lines', 'gmon.lines')
  // Another build with one of twenty functions renamed: each side has functions that the other
  // lacks.
  write({ run: 1, renamed: 20 }, 'large.before', 'gmon.before')
})

function write(of: Partial<LargeCaseSpec>, program: string, profile: string): void {
  const spec = { functions: FUNCTIONS, arcs: ARCS, cycles: 'some', names: 'c++', seed: 7, ...of } as const
  const made = buildLargeCase(spec)
  writeFileSync(join(folder, program), made.executable)
  writeFileSync(join(folder, profile), made.profile)
}
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const STRETCHES = ['opening', 'scrolling', 'sorting'] as const
type Measured = Readonly<Record<(typeof STRETCHES)[number] | 'seconds', number>>

/** Runs `act` and the page's drawing after it as one measure of the trace. */
async function stretch(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate((mark) => void performance.mark(mark), `from ${name}`)
  await act()
  await page.evaluate(async (span) => {
    for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame)
    performance.measure(span, `from ${span}`)
  }, name)
}

async function scroll(page: Page, grid: Locator): Promise<void> {
  await grid.hover()
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 900)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

async function measure(browser: Browser, page: Page): Promise<Measured> {
  await page.goto('./')
  // Both have loaded before the measurement, which is about the files and not about loading code.
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await page.evaluate(() => {
    const seen = { progress: false }
    Object.assign(globalThis, { seen })
    const look = () => (seen.progress ||= document.querySelector('[role=progressbar], progress') !== null)
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
  const stop = await startTrace(browser, page, join(folder, 'trace.json'))
  const start = Date.now()
  let seconds = 0
  const grid = page.getByRole('grid', { name: 'Flat profile' })
  await stretch(page, 'opening', async () => {
    await page
      .getByLabel('Open profile files')
      .setInputFiles([join(folder, 'large'), join(folder, 'gmon.out')])
    await grid.getByRole('row').nth(1).waitFor()
    seconds = (Date.now() - start) / 1000
  })
  const { progress } = await page.evaluate(
    () => (globalThis as unknown as { seen: { progress: boolean } }).seen,
  )
  expect(progress, 'progress was shown').toBe(true)
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(FUNCTIONS * 0.9)
  expect(await grid.getByRole('row').count(), 'rows in the document').toBeLessThan(150)

  await stretch(page, 'scrolling', () => scroll(page, grid))
  await stretch(page, 'sorting', async () => {
    for (const column of ['Calls', 'Name', 'Total'] as const) {
      await new ProfilePage(page).sortBy(column)
      await new ProfilePage(page).settled()
    }
  })
  const trace = await stop()
  const [opening, scrolling, sorting] = STRETCHES.map((name) => trace.hardestTask(name))
  return { opening: opening ?? 0, scrolling: scrolling ?? 0, sorting: sorting ?? 0, seconds }
}

test('50,000 functions and 300,000 arcs open, scroll and sort smoothly', async ({ browser, baseURL }) => {
  test.setTimeout(180_000)
  const tries: Measured[] = []
  const best = (name: keyof Measured): number => Math.min(...tries.map((one) => one[name]))
  const hardest = (): number => Math.max(...STRETCHES.map(best))
  do {
    const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    tries.push(await measure(browser, page))
    await page.close()
  } while (tries.length < ATTEMPTS && hardest() > HARDEST_TASK)
  console.log(
    `rows on screen after ${best('seconds').toFixed(2)} s; hardest task: ` +
      `${STRETCHES.map((name) => `${name} ${best(name).toFixed(0)} ms`).join(', ')} (${tries.length} of ${ATTEMPTS} tries)`,
  )
  expect(hardest()).toBeLessThanOrEqual(HARDEST_TASK)
})

/** Actions in a view, in order; each is a measure of the trace. */
type Steps = readonly (readonly [name: string, act: (page: Page) => Promise<void>])[]

/** Opens these files, runs all actions, and checks each one's longest task against the limit. */
async function holdToBound(
  browser: Browser,
  baseURL: string | undefined,
  files: readonly string[],
  steps: Steps,
): Promise<void> {
  const best = new Map<string, number>(steps.map(([name]) => [name, Infinity]))
  let tries = 0
  const hardest = (): number => Math.max(...best.values())
  do {
    tries++
    const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    await page.goto('./')
    await page.getByRole('button', { name: 'Try a sample' }).waitFor()
    await page.getByLabel('Open profile files').setInputFiles(files.map((name) => join(folder, name)))
    await new ProfilePage(page).settled()
    const stop = await startTrace(browser, page, join(folder, 'trace.json'))
    for (const [name, act] of steps) await stretch(page, name, () => act(page))
    const trace = await stop()
    for (const [name, before] of best) best.set(name, Math.min(before, trace.hardestTask(name)))
    await page.close()
  } while (tries < ATTEMPTS && hardest() > HARDEST_TASK)
  const told = [...best].map(([name, most]) => `${name} ${most.toFixed(0)} ms`)
  console.log(`hardest task: ${told.join(', ')} (${tries} of ${ATTEMPTS} tries)`)
  for (const [name, most] of best) expect(most, name).toBeLessThanOrEqual(HARDEST_TASK)
}

/** Selects another function than the current one, by its name. */
async function selectByName(page: Page, name: string): Promise<void> {
  const { search } = new ProfilePage(page)
  await search.fill(name)
  await page.getByRole('status').filter({ hasText: '1 match' }).first().waitFor()
  await search.press('Enter')
  await search.fill('')
}

const SOURCE: Steps = [
  [
    'hottest lines',
    async (page) => {
      // Immediately, while the worker is still preparing searches and the order by name.
      await page.getByRole('tab', { name: 'Source' }).click()
      await hottest(page).locator('[data-row]').first().waitFor({ timeout: 60_000 })
      expect(Number(await hottest(page).getAttribute('aria-rowcount'))).toBeGreaterThan(FUNCTIONS / 2)
    },
  ],
  ['scrolling them', (page) => scroll(page, hottest(page))],
  [
    'the longest function',
    async (page) => {
      await selectByName(page, LONGEST)
      await longest(page).locator('[data-row]').first().waitFor()
      expect(Number(await longest(page).getAttribute('aria-rowcount'))).toBe(LINES.longest + 1)
    },
  ],
  ['scrolling it', (page) => scroll(page, longest(page))],
  [
    'its text',
    async (page) => {
      const name = `part_${FUNCTIONS / 50}.c`
      const text = Array.from({ length: LINES.longest }, (_, nth) => `  sum += part_${nth + 1}(sum);`)
      await page
        .getByLabel('Choose source files')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`${text.join('\n')}\n`) })
      await longest(page)
        .getByText(/sum \+= part_/)
        .first()
        .waitFor()
    },
  ],
  [
    'another function',
    async (page) => {
      await selectByName(page, 'main')
      await page.getByRole('grid', { name: 'Source of main', exact: true }).waitFor()
    },
  ],
]

const hottest = (page: Page): Locator => page.getByRole('grid', { name: 'Hottest lines' })
const longest = (page: Page): Locator => page.getByRole('grid', { name: `Source of ${LONGEST}` })

test('lines of 50,000 functions, and of one of 10,000 lines, hold up nothing', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  await holdToBound(browser, baseURL, ['with-lines', 'gmon.lines'], SOURCE)
})

const COLUMNS = ['Change', 'Before', 'After', 'Ratio', 'Calls', 'Per call', 'Name'] as const

const COMPARE: Steps = [
  [
    'opening the other',
    async (page) => {
      await page.getByRole('tab', { name: 'Diff' }).click()
      await page
        .getByLabel('Choose files to compare with')
        .setInputFiles([join(folder, 'large.before'), join(folder, 'gmon.before')])
      await inOrder(page)
      const rows = Number(await table(page).getAttribute('aria-rowcount'))
      expect(rows).toBeGreaterThan(FUNCTIONS / 2)
    },
  ],
  ['scrolling', (page) => scroll(page, table(page))],
  ...COLUMNS.map(
    (column) =>
      [
        `by ${column}`,
        async (page: Page) => {
          const heading = table(page)
            .getByRole('columnheader')
            .filter({ hasText: new RegExp(`^${column}`) })
          await heading.first().getByRole('button').click()
          await inOrder(page)
        },
      ] as const,
  ),
  [
    'searching',
    async (page) => {
      await new ProfilePage(page).search.fill('7Again')
      await page
        .getByRole('status')
        .filter({ hasText: / match/ })
        .first()
        .waitFor()
      await inOrder(page)
    },
  ],
]

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Diff' })
const inOrder = (page: Page): Promise<void> => table(page).and(page.locator('[aria-busy=false]')).waitFor()

test('two profiles of 50,000 functions are compared, sorted and searched smoothly', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  await holdToBound(browser, baseURL, ['large', 'gmon.out'], COMPARE)
})

/**
 * Milliseconds from the key to the numbers of another scenario. It should take 100 on an idle
 * machine; this is the limit on a busy one.
 */
const LONGEST_CUT = 1000
const CUTS = 7

/** Waits until nothing on screen has changed for some frames: the last cut is complete. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let drawn = ''
    for (let same = 0; same < 10; same = drawn === document.body.innerHTML ? same + 1 : 0) {
      drawn = document.body.innerHTML
      await new Promise(requestAnimationFrame)
    }
  })
}

test('a cut is followed by repainted numbers at once', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('./#v=1&view=call-graph&fn=main')
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await page.getByLabel('Open profile files').setInputFiles([join(folder, 'large'), join(folder, 'gmon.out')])
  const lines = page.getByRole('rowgroup', { name: 'Callees of main' }).getByRole('row')
  await lines.first().waitFor()
  await watchCuts(page)
  for (let done = 0; done < CUTS; done++) {
    await lines.first().focus()
    await atRest(page)
    await page.keyboard.press('x')
    await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(done + 1)
    await expect.poll(async () => (await cutTimes(page)).length).toBe(done + 1)
  }
  const took = await cutTimes(page)
  const sorted = took.toSorted((left, right) => left - right)
  const [best = Infinity] = sorted
  console.log(
    `cut to repainted numbers: best ${best.toFixed(0)} ms, median ${sorted[CUTS >> 1]?.toFixed(0)} ms, all ${took
      .map((one) => one.toFixed(0))
      .join(', ')}`,
  )
  // The best of several, because of other load on the machine.
  expect(best).toBeLessThanOrEqual(LONGEST_CUT)
})
