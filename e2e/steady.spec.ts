// Layout stability, measured by the browser's layout-shift entries.
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

interface Shift {
  readonly value: number
  readonly of: readonly string[]
}

/** Records unexpected shifts, from the page's first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<readonly Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        // Another view may have another width than the last one; on a busy machine it comes long after the click.
        const isView = entry.sources.some(({ node }) => node instanceof Element && node.id === 'view')
        if (!entry.hadRecentInput && !isView)
          shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => node?.nodeName ?? '') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}

interface LayoutShift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

for (const width of [1280, 390]) {
  test(`from the first paint through the views nothing moves, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const shifts = await watchShifts(page)
    await page.goto('./')
    await new Landing(page).sample.click()
    const profile = new ProfilePage(page)
    await expect(profile.flat).toBeVisible()
    await profile.tab('Call graph').click()
    await expect(profile.graph).toBeVisible()
    await page.getByRole('tab', { name: 'Graph', exact: true }).click()
    await expect(page.getByRole('figure').getByText('find_archipelago').first()).toBeVisible()
    // A hundredth of the window that moves by a hundredth of its height counts 0.0001.
    expect((await shifts()).filter(({ value }) => value > 0.001)).toEqual([])
  })
}

for (const width of [1280, 390]) {
  test(`a search for cuts that lasts moves nothing when it ends, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const shifts = await watchShifts(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/cuts.worker*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('./')
    await new Landing(page).sample.click()
    await new ProfilePage(page).tab('Cycles').click()
    await expect(page.getByRole('progressbar', { name: 'Looking for cuts' })).toBeVisible()
    // On a busy machine the change of the view comes long after the click, and counts as a shift.
    const before = (await shifts()).length
    release()
    await expect(page.getByRole('button', { name: 'Break all 2 cycles' })).toBeVisible()
    await expect(page.getByText('Comparing who pays …')).toHaveCount(0)
    expect((await shifts()).slice(before).filter(({ value }) => value > 0.001)).toEqual([])
    // Beside the list there are the goals, the sum of all cycles and a few lines of reserved room.
    const cuts = await page.getByRole('list', { name: 'Cuts by cycle' }).boundingBox()
    const region = await page.getByRole('region', { name: 'Suggested cuts' }).boundingBox()
    expect((region?.height ?? 0) - (cuts?.height ?? 0)).toBeLessThan(400)
  })
}
