// gprof's own text: dropped, pasted, exported, verified against its profile; archives.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { Landing } from './pages/landing.ts'
import { expectFirstRow, ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'

let folder = ''
let listing = ''
let text = ''

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-listing-'))
  listing = join(folder, 'listing.txt')
  text = (await runGprof(['-b', PROGRAM, PROFILE])).stdout
  writeFileSync(listing, text, 'latin1')
})
test.afterAll(() => rmSync(folder, { recursive: true }))
test.beforeEach(async ({ page }) => {
  await page.goto('./')
})

test('a dropped listing shows its own numbers, says what it has lost, and is written again byte for byte', async ({
  page,
}) => {
  await new Landing(page).drop(listing)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Opened from a gprof listing')
  await expectFirstRow(profile, await gprofFlat(PROFILE))
  await expect(profile.facts.filter({ hasText: 'gprof listing' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'gprof listing', exact: true }).click()
  expect(readFileSync(await (await download).path(), 'latin1')).toBe(text)
  for (const tab of ['Call graph', 'Graph', 'Cycles']) {
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
  }
  await expect(page.getByRole('list', { name: 'Cycles' })).toBeVisible()
})

test('a listing is saved, put into a link and into one HTML file, with the printed numbers', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await new Landing(page).drop(listing)
  const rows = await new ProfilePage(page).flatRows()
  const share = new ShareDialog(page)
  await share.open()
  await expect(share.dialog).toContainText('The whole profile is in it.')
  const link = await share.copy('Copy profile link')
  const saved = join(folder, 'listing.gmonscope')
  await share.save('Save profile', saved)
  const html = join(folder, 'listing.html')
  await share.save('Save HTML file', html)

  for (const from of [link, saved, pathToFileURL(html).href]) {
    const tab = await context.newPage()
    await tab.goto(from === saved ? './' : from)
    if (from === saved) await new Landing(tab).drop(saved)
    const profile = new ProfilePage(tab)
    await expect(profile.flat).toBeVisible()
    expect(await profile.flatRows()).toEqual(rows)
    await expect(tab.getByRole('region', { name: 'Notices' })).toContainText('Opened from a gprof listing')
    const download = tab.waitForEvent('download')
    await tab.getByRole('button', { name: 'Export' }).click()
    await tab.getByRole('button', { name: 'gprof listing', exact: true }).click()
    expect(readFileSync(await (await download).path(), 'latin1')).toBe(text)
    await tab.close()
  }
})

test('a listing is pasted as text', async ({ page }) => {
  await new Landing(page).started()
  await page.evaluate(
    (pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    text.replaceAll(/^/gm, '> '),
  )
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('pasted text')
})

test('a listing dropped on its profile is compared line by line', async ({ page }) => {
  const landing = new Landing(page)
  await landing.drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
  const changed = join(folder, 'changed.txt')
  writeFileSync(
    changed,
    text.replace(/^(\[1\] +)\d+\.\d/m, (_, start: string) => `${start}12.3`),
    'latin1',
  )
  await landing.drop(changed)
  await page.getByRole('button', { name: 'Verify listing' }).click()
  const dialog = page.getByRole('dialog', { name: 'changed.txt verified against this profile' })
  await expect(dialog).toContainText('1 line differs; ')
  await expect(dialog.getByRole('grid', { name: 'Compared lines' }).getByRole('row')).toHaveCount(2)
  await expect(dialog.getByRole('row').first()).toContainText('12.3')
  await expect(dialog.getByRole('row').nth(1)).toContainText('only shares of the total')
  // Nothing overflows the page however narrow it is, and a reason is visible.
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const grid = dialog.getByRole('grid', { name: 'Compared lines' })
  for (const filtered of [true, false]) {
    await dialog.getByRole('checkbox', { name: 'Differences only' }).setChecked(filtered)
    for (const width of [900, 640, 500, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect
        .poll(() => grid.evaluate((lines) => lines.scrollWidth - lines.clientWidth), `${width}`)
        .toBe(0)
      if (filtered) await expect(dialog.getByText('only shares of the total')).toBeInViewport({ ratio: 1 })
    }
  }
  await dialog.getByRole('checkbox', { name: 'Differences only' }).check()
  await page.setViewportSize(size)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(dialog.getByRole('row').nth(1)).toContainText('only shares of the total')
  await expect(dialog.getByRole('button')).toHaveCount(0)
  expect((await dialog.boundingBox())?.y).toBe(0)
  await page.emulateMedia({ media: null })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the differences' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/^-\[1\] +12\.3/m)
  await dialog.getByRole('checkbox', { name: 'Differences only' }).uncheck()
  await expect(dialog.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '2')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await landing.drop(listing)
  await page.getByRole('button', { name: 'Verify listing' }).click()
  await expect(page.getByRole('dialog')).toContainText('lines are the same')
})

test('a compressed tar of a build opens as what it holds', async ({ page }) => {
  const archive = join(folder, 'ci.tar.gz')
  copyFileSync(PROGRAM, join(folder, 'islands'))
  copyFileSync(PROFILE, join(folder, 'gmon.out'))
  writeFileSync(join(folder, 'notes.txt'), 'nothing of use')
  execFileSync('tar', ['-czf', archive, '-C', folder, 'islands', 'gmon.out', 'notes.txt'])
  await new Landing(page).drop(archive)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('islands')
})

test('a gzip file of several members, zeros behind each, is one file', async ({ page }) => {
  const packed = join(folder, 'gmon.out.gz')
  const bytes = readFileSync(PROFILE)
  const parts = [bytes.subarray(0, 1000), bytes.subarray(1000)]
  writeFileSync(packed, Buffer.concat(parts.flatMap((part) => [gzipSync(part), Buffer.alloc(500)])))
  await new Landing(page).drop(PROGRAM, packed)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await expectFirstRow(profile, await gprofFlat(PROFILE))
  await expect(page.getByRole('region', { name: 'Notices' })).toHaveCount(0)
})

test('an archive without a profile says so', async ({ page }) => {
  const archive = join(folder, 'notes.txt.gz')
  writeFileSync(archive, gzipSync('nothing of use'))
  const landing = new Landing(page)
  await landing.drop(archive)
  await expect(landing.alert).toContainText('holds no profile and no program')
})
