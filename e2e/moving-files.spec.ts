// What moves under an open page: its files are cut short or deleted, its storage is denied, and
// another tab shows another profile.
import { copyFileSync, rmSync, truncateSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

for (const [what, move] of [
  ['cut short', (path: string) => truncateSync(path, 20)],
  ['deleted', (path: string) => rmSync(path)],
] as const)
  test(`a profile that is ${what} while it is open: what is on screen stays`, async ({ page }, info) => {
    const profile = info.outputPath('gmon.out')
    copyFileSync(PROFILE, profile)
    await page.goto('./')
    await new Landing(page).choose(PROGRAM, profile)
    const shown = new ProfilePage(page)
    await expect(shown.row('sine')).toBeVisible()
    move(profile)
    await shown.search.fill('sine')
    await expect(shown.row('sine')).toBeVisible()
    await shown.row('sine').click()
    await shown.tab('Call graph').click()
    await expect(shown.lines('Callees', 'sine').first()).toBeVisible()
  })

test('where storage is denied, a profile opens and choices last as long as the page', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'] as const)
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto('./')
  await new Landing(page).sample.click()
  const shown = new ProfilePage(page)
  await expect(shown.row('sine')).toBeVisible()
  await shown.showGprofColumns()
  await expect(shown.heading('Cumulative')).toBeVisible()
  expect(errors).toEqual([])
})

test('two tabs show a profile each, and neither changes the other', async ({ page, context }) => {
  await page.goto('./')
  await new Landing(page).sample.click()
  const first = new ProfilePage(page)
  await expect(first.row('sine')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('./')
  await new Landing(tab).sample.click()
  const second = new ProfilePage(tab)
  await expect(second.row('sine')).toBeVisible()
  await second.showGprofColumns()
  await second.search.fill('noise')
  await expect(second.row('sine')).toBeHidden()
  await tab.close()
  await expect(first.row('sine')).toBeVisible()
  await expect(first.search).toHaveValue('')
  await expect(first.heading('Cumulative')).toBeHidden()
})
