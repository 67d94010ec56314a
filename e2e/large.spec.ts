// 50,000 functions and 300,000 arcs open, scroll and sort without holding up the page. What was measured is printed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { buildLargeCase } from '../workers/testing/large-case.ts'

const FUNCTIONS = 50_000
const ARCS = 300_000
/** Longest time the page may stand still, in milliseconds. */
const LONGEST_FRAME = 200
/** A machine that does something else for a moment is not the page's doing; standing still each time is. */
const ATTEMPTS = 3

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-large-'))
  const made = buildLargeCase({ functions: FUNCTIONS, arcs: ARCS, cycles: 'some', names: 'c++', seed: 7 })
  writeFileSync(join(folder, 'large'), made.executable)
  writeFileSync(join(folder, 'gmon.out'), made.profile)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Watches the gaps between frames and whether progress was ever on screen. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { longest: 0, progress: false, last: performance.now() }
    Object.assign(globalThis, { seen })
    const tick = (): void => {
      const now = performance.now()
      seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
      seen.progress ||= document.querySelector('[role=progressbar], progress') !== null
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
}

async function seenSince(page: Page): Promise<{ longest: number; progress: boolean }> {
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { longest: number; progress: boolean; last: number } }
    const answer = { longest: seen.longest, progress: seen.progress }
    seen.longest = 0
    seen.last = performance.now()
    return answer
  })
}

interface Measured {
  readonly opening: number
  readonly scrolling: number
  readonly sorting: number
  readonly seconds: number
}

async function measure(page: Page): Promise<Measured> {
  await page.goto('./')
  // Both read before anything is watched: what the page does with the files is measured, not the reading of its code.
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await watch(page)
  const start = Date.now()
  const grid = page.getByRole('grid', { name: 'Flat profile' })
  await page.getByLabel('Open profile files').setInputFiles([join(folder, 'large'), join(folder, 'gmon.out')])
  await grid.getByRole('row').nth(1).waitFor()
  const seconds = (Date.now() - start) / 1000
  await page.waitForTimeout(300)
  const opening = await seenSince(page)
  expect(opening.progress, 'progress was shown').toBe(true)
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(FUNCTIONS * 0.9)
  expect(await grid.getByRole('row').count(), 'rows in the document').toBeLessThan(150)

  await grid.hover()
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(16)
  }
  const scrolling = await seenSince(page)
  for (const column of ['Calls', 'Name', 'Total']) {
    const header = grid.getByRole('columnheader', { name: column, exact: true })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', /ending$/)
  }
  await page.waitForTimeout(300)
  const sorting = await seenSince(page)
  return { opening: opening.longest, scrolling: scrolling.longest, sorting: sorting.longest, seconds }
}

test('50,000 functions and 300,000 arcs open, scroll and sort smoothly', async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  const worst = ({ opening, scrolling, sorting }: Measured): number => Math.max(opening, scrolling, sorting)
  const tries: Measured[] = []
  while (tries.length < ATTEMPTS && !tries.some((one) => worst(one) <= LONGEST_FRAME)) {
    const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    tries.push(await measure(page))
    await page.close()
  }
  const best = tries.reduce((one, other) => (worst(other) < worst(one) ? other : one))
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  console.log(
    `rows on screen after ${best.seconds.toFixed(2)} s; longest frame: opening ${ms(best.opening)}, ` +
      `scrolling ${ms(best.scrolling)}, sorting ${ms(best.sorting)} (${tries.length} of ${ATTEMPTS} tries)`,
  )
  expect(worst(best)).toBeLessThanOrEqual(LONGEST_FRAME)
})

/**
 * From the key to numbers on screen that are another scenario's, in milliseconds. 100 is what it should take on a machine
 * that does nothing else; this is what it may take on one that is busy.
 */
const LONGEST_CUT = 1000
const CUTS = 7

/** Notes when a key goes down, and when the first changed number has been painted after it. */
async function watchCuts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const cuts = { pressed: 0, took: [] as number[] }
    Object.assign(globalThis, { cuts })
    let shown = ''
    const changed = () =>
      [...document.querySelectorAll('[role=grid] [data-was]')].map((element) => element.textContent).join()
    const painted = () => {
      const now = changed()
      if (cuts.pressed === 0 || now === shown || now === '') return
      shown = now
      const { pressed } = cuts
      cuts.pressed = 0
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.addEventListener('message', () => cuts.took.push(performance.now() - pressed))
        channel.port1.start()
        channel.port2.postMessage(null)
      })
    }
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'x') return
        // What is on screen now: rows may have come into sight since the last cut.
        shown = changed()
        cuts.pressed = performance.now()
      },
      true,
    )
    new MutationObserver(painted).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
}

test('a cut is followed by repainted numbers at once', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('./#v=1&view=call-graph&fn=main')
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await page.getByLabel('Open profile files').setInputFiles([join(folder, 'large'), join(folder, 'gmon.out')])
  const lines = page.getByRole('rowgroup', { name: 'Children of main' }).getByRole('row')
  await lines.first().waitFor()
  await watchCuts(page)
  for (let done = 0; done < CUTS; done++) {
    await lines.first().focus()
    await page.waitForTimeout(700)
    await page.keyboard.press('x')
    await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(done + 1)
    await expect
      .poll(() =>
        page.evaluate(() => (globalThis as unknown as { cuts: { took: number[] } }).cuts.took.length),
      )
      .toBe(done + 1)
  }
  const took = await page.evaluate(() => (globalThis as unknown as { cuts: { took: number[] } }).cuts.took)
  const sorted = took.toSorted((left, right) => left - right)
  const [best = Infinity] = sorted
  console.log(
    `cut to repainted numbers: best ${best.toFixed(0)} ms, median ${sorted[CUTS >> 1]?.toFixed(0)} ms, all ${took
      .map((one) => one.toFixed(0))
      .join(', ')}`,
  )
  // The best of several: a machine that does something else for a moment is not the page's doing.
  expect(best).toBeLessThanOrEqual(LONGEST_CUT)
})
