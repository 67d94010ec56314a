// Print: all rows up to a limit, full names, and no controls.
import { expect, test } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

test('all rows of a table are printed, wherever it had been scrolled to, and no controls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('./')
  await new Landing(page).sample.click()
  const profile = new ProfilePage(page)
  await profile.flat.waitFor()
  const all = Number(await profile.flat.getAttribute('aria-rowcount')) - 1
  expect(await profile.names().count()).toBeLessThan(all)

  await page.emulateMedia({ media: 'print' })
  await expect(profile.names()).toHaveCount(all)
  for (const [at, row] of (await profile.flat.locator('[data-row]').all()).entries()) {
    await expect(row).toHaveAttribute('data-row', `${at}`)
  }
  await expect(profile.tab('Flat profile')).toBeVisible()
  for (const name of ['Call graph', 'Cycles']) await expect(profile.tab(name)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await expect(profile.search).toBeHidden()
  // No scrolling is needed.
  expect(await profile.flat.evaluate((grid) => grid.getBoundingClientRect().height)).toBeGreaterThan(all * 20)
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('main *')].every(
        (element) =>
          getComputedStyle(element).overflowY !== 'auto' || element.scrollHeight <= element.clientHeight,
      ),
    ),
  ).toBe(true)

  await page.emulateMedia({ media: null })
  await expect(profile.tab('Cycles')).toBeVisible()
  await expect.poll(() => profile.names().count()).toBeLessThan(all)
  await profile.tab('Call graph').click()
  await profile.graph.waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(profile.graph.getByRole('group')).toHaveCount(
    Number(await profile.graph.getAttribute('aria-rowcount')) - 1,
  )
})

test('the cycles are printed without what is there to be pressed', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).sample.click()
  await new ProfilePage(page).tab('Cycles').click()
  const buttons = page.getByRole('button', { name: /^(Cut|Fewest|Restore)/ })
  await expect(buttons.first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/Provably minimal: no other choice/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Arcs to cut in cycle 1' })).toBeVisible()
  await expect(buttons.filter({ visible: true })).toHaveCount(0)
})

test('the graph is printed below what is said of the profile, all of it, however wide the window is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2200, height: 900 })
  await page.goto('./')
  await new Landing(page).sample.click()
  await new ProfilePage(page).tab('Graph').last().click()
  const picture = page.getByRole('application', { name: 'Graph' })
  await picture.getByRole('button').first().waitFor()
  for (const landscape of [false, true]) {
    const paper = (await page.pdf({ format: 'A4', landscape })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g), landscape ? 'across' : 'upright').toHaveLength(1)
  }
  // With the width of paper, which is narrower than the window.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await picture.evaluate((svg) => {
    svg.style.width = '700px'
  })
  const [left, right] = await picture.evaluate((svg) => {
    const [frame, drawing] = [svg.getBoundingClientRect(), svg.querySelector('g')?.getBoundingClientRect()]
    return [(drawing?.left ?? 0) - frame.left, frame.right - (drawing?.right ?? 0)]
  })
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeGreaterThanOrEqual(0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(picture).not.toHaveAttribute('viewBox')
})
