// Lazy parts of the page that fail to load, because the server has stopped or has another version.
// The failure is reported, the rest stays usable, and no number or row is missing silently.
import { copyFileSync, utimesSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

test.use({ serviceWorkers: 'block' })

const SAVED = fileURLToPath(new URL('../workers/testing/golden-saved/islands-v1.gmonscope', import.meta.url))
const MESSAGE = /Part of the page did not load.*load the page again/

/**
 * Opens the page with the sample, from a server that lacks these files. Returns how to restore
 * them.
 */
async function openWithout(page: Page, parts: RegExp): Promise<() => Promise<void>> {
  // The context's routes also catch requests of the page's workers.
  await page.context().route(parts, (route) => route.abort())
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(new ProfilePage(page).flat).toBeVisible()
  return () => page.context().unroute(parts)
}

/** Whether a part's style sheet has loaded; a failed one is empty. */
async function hasLooks(page: Page, part: string): Promise<boolean> {
  const counts = await page.evaluate(
    (name) =>
      [...document.styleSheets]
        .filter(({ href }) => href?.includes(`/${name}-`))
        .map(({ cssRules }) => cssRules.length),
    part,
  )
  return counts.length === 1 && counts.every((count) => count > 0)
}

test('what sorts by name: no table without rows, and another try when it is there again', async ({
  page,
}) => {
  const bringBack = await openWithout(page, /\/name-order-/)
  const profile = new ProfilePage(page)
  const count = await profile.flat.getAttribute('aria-rowcount')
  await profile.sortBy('Name')
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  await page.getByRole('button', { name: 'Back to islands' }).click()
  await expect(profile.flat).toHaveAttribute('aria-rowcount', count ?? '')
  await profile.sortBy('Name')
  // Only after a failed request is there something to retry.
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  await bringBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await profile.settled()
  await expect(profile.flat).toHaveAttribute('aria-rowcount', count ?? '')
  await expect(profile.heading('Name')).toHaveAttribute('aria-sort', /ascending|descending/)
})

test('what sorts, once the program was built and ran again: the part is tried once more, not the files', async ({
  page,
}, info) => {
  const files = [PROGRAM, PROFILE].map((from) => info.outputPath(basename(from)))
  const [program = '', profile = ''] = files
  copyFileSync(PROGRAM, program)
  copyFileSync(PROFILE, profile)
  await page.context().route(/\/name-order-/, (route) => route.abort())
  await page.goto('./')
  await new Landing(page).drop(...files)
  const shown = new ProfilePage(page)
  await shown.sortBy('Name')
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  for (const file of files) utimesSync(file, new Date(), new Date(Date.now() + 10_000))
  await page.context().unroute(/\/name-order-/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await shown.settled()
  await expect(shown.heading('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(shown.row('noise')).toBeVisible()
})

test('the sample', async ({ page }) => {
  await page.context().route(/\/sample\//, (route) => route.abort())
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(new Landing(page).alert).toContainText('The sample could not be read')
  await page.context().unroute(/\/sample\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
})

test('a view: the others go on', async ({ page }) => {
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  await openWithout(page, /\/(?:ForceGraph|Cycles|DiffView)-[\w-]+\.js/)
  const profile = new ProfilePage(page)
  for (const name of ['Graph', 'Cycles', 'Diff']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(new Landing(page).alert).toContainText(MESSAGE)
  }
  await profile.tab('Flat profile').click()
  await expect(profile.row('noise')).toBeVisible()
  expect(uncaught).toEqual([])
})

const lines = (page: Page) => page.getByRole('grid', { name: 'Hottest lines' })

for (const [what, part] of [
  ['its code', /\/Source-[\w-]+\.js/],
  ['its looks', /\/Source-[\w-]+\.css/],
] as const) {
  test(`a view without ${what}: the same view is tried again`, async ({ page }) => {
    const bringBack = await openWithout(page, part)
    // The pointer on its way over the tab triggers a failing prefetch.
    await page.getByRole('tab', { name: 'Source' }).click()
    const { alert } = new Landing(page)
    await expect(alert).toContainText(MESSAGE)
    const again = alert.getByRole('button', { name: 'Try again' })
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(alert).toContainText(MESSAGE)
    await expect(again).toBeFocused()
    await bringBack()
    await again.click()
    await expect(lines(page)).toBeVisible()
    await expect(alert).toHaveCount(0)
    expect(await hasLooks(page, 'Source')).toBe(true)
  })
}

test('a view whose looks did not come ahead: it is shown with them, or not', async ({ page }) => {
  const bringBack = await openWithout(page, /\/Source-[\w-]+\.css/)
  const failed = page.waitForEvent('requestfailed', (request) => /\/Source-[\w-]+\.css/.test(request.url()))
  await page.getByRole('tab', { name: 'Source' }).hover()
  await failed
  await bringBack()
  await page.getByRole('tab', { name: 'Source' }).click()
  await expect(lines(page)).toBeVisible()
  expect(await hasLooks(page, 'Source')).toBe(true)
})

test('a view that is left and looked at again: it is tried again unasked', async ({ page }) => {
  const bringBack = await openWithout(page, /\/Source-[\w-]+\.js/)
  const profile = new ProfilePage(page)
  await profile.tab('Source').click()
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  await profile.tab('Flat profile').click()
  await bringBack()
  await profile.tab('Source').click()
  await expect(lines(page)).toBeVisible()
})

test('a failed part of the details is reported there, and the rest stays', async ({ page }) => {
  const bringBack = await openWithout(page, /\/(?:DiffView|FunctionDiff)-[\w-]+\.js/)
  const profile = new ProfilePage(page)
  await profile.tab('Diff').click()
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  await new Landing(page).drop(SAVED)
  await page.getByRole('button', { name: 'Diff with this profile' }).click()
  await profile.tab('Flat profile').click()
  await profile.row('noise').click()
  const details = page.getByRole('complementary', { name: 'Details of noise' })
  await expect(details.getByRole('alert')).toContainText(MESSAGE)
  await expect(profile.row('noise')).toBeVisible()
  await bringBack()
  await details.getByRole('button', { name: 'Try again' }).click()
  await expect(details.getByRole('alert')).toHaveCount(0)
  await expect(details).toContainText('Before')
})

test('the dialog for sharing: tried again there, and closed the profile is there', async ({ page }) => {
  const bringBack = await openWithout(page, /\/ShareDialog-[\w-]+\.js/)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog).toContainText(MESSAGE)
  await bringBack()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: 'Copy view link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
})

test('what opens files', async ({ page }) => {
  await page.context().route(/\/profile\.worker-/, (route) => route.abort())
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  await page.context().unroute(/\/profile\.worker-/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
})

test('failed code for one kind of file is reported for that file, and the other profile opens', async ({
  page,
}, info) => {
  const notes = info.outputPath('notes.txt')
  writeFileSync(notes, 'remember the milk\n')
  await page.context().route(/\/known-files-/, (route) => route.abort())
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(notes)
  await expect(landing.alert).toHaveCount(1)
  await expect(landing.alert).toContainText(MESSAGE)
  await expect(landing.offered).toContainText('see above')
  await landing.drop(PROGRAM, PROFILE, notes)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Part of the page did not load')
})

test('what fetches a hosted profile', async ({ page }) => {
  await page.context().route(/\/task-clients-/, (route) => route.abort())
  await page.context().route(/\/ci\/islands/, (route) => route.fulfill({ path: SAVED }))
  await page.goto('./#v=1&profile=./ci/islands.gmonscope')
  await expect(new Landing(page).alert).toContainText(MESSAGE)
  await page.context().unroute(/\/task-clients-/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(new ProfilePage(page).graph).toBeVisible()
})
