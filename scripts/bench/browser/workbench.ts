// The cost of using the workbench: the pointer over the rows, rows selected one after the other, a splitter
// dragged, and each view shown.
import type { Page } from '@playwright/test'

/** The steps, in order; each is a measure of the trace. Views are named by their tabs. */
export const STEPS = [
  'hovering',
  'selecting',
  'splitter',
  'Call graph',
  'Flame',
  'Graph',
  'Cycles',
  'Flat profile',
] as const
export type Step = (typeof STEPS)[number]

/** Rows that the pointer passes, and rows that are selected. */
const HOVERED = 12
const SELECTED = 6
/** Steps of the pointer that drags. */
const DRAGGED = 30
/** Milliseconds in which a view that is shown has drawn itself. */
const DRAWN_MS = 3000

/** Does the steps with an open profile. The flat profile is shown, before and after. */
export async function useWorkbench(page: Page): Promise<void> {
  const { mouse } = page
  await page.evaluate(() => document.querySelector('[role=grid]')?.parentElement?.scrollTo(0, 0))
  const rows = page.getByRole('grid', { name: 'Flat profile' }).locator('[data-row]')
  const first = await rows.first().boundingBox()
  if (!first) throw new Error('There are no rows')
  const x = first.x + 40
  const rowAt = (row: number): number => first.y + first.height * (row + 0.5)
  await step(page, 'hovering', async () => {
    for (let row = 0; row < HOVERED; row++) await mouse.move(x, rowAt(row), { steps: 3 })
  })
  await step(page, 'selecting', async () => {
    await mouse.click(x + 200, rowAt(0))
    for (let row = 1; row < SELECTED; row++) {
      await page.keyboard.press('ArrowDown')
      await frames(page, 4)
    }
  })
  const line = page.getByRole('separator', { name: 'Width of the details' })
  const box = await line.boundingBox()
  if (!box) throw new Error('There is no splitter')
  await step(page, 'splitter', async () => {
    await mouse.move(box.x, box.y + 200)
    await mouse.down()
    for (let at = 1; at <= DRAGGED; at++) {
      await mouse.move(box.x - 6 * (at % 15), box.y + 200)
      await frames(page, 1)
    }
    await mouse.up()
  })
  await line.dblclick()
  for (const view of STEPS.slice(3)) {
    // Found before, because to look for it by its role takes time on the page's thread.
    const tab = await page.getByRole('tab', { name: view, exact: true }).boundingBox()
    if (!tab) throw new Error(`There is no view ${view}`)
    await step(page, view, async () => {
      await mouse.click(tab.x + tab.width / 2, tab.y + tab.height / 2)
      await page.waitForTimeout(DRAWN_MS)
    })
  }
}

/** Makes what `act` does, and the frames after it, one measure. */
async function step(page: Page, name: Step, act: () => Promise<void>): Promise<void> {
  const start = await page.evaluate(() => performance.now())
  await act()
  await frames(page, 10)
  await page.evaluate(([measure, from]) => performance.measure(measure, { start: from }), [
    name,
    start,
  ] as const)
}

function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (wanted) => {
    for (let frame = 0; frame < wanted; frame++) await new Promise(requestAnimationFrame)
  }, count)
}
