// Round trips: a profile saved, put into a link or into one HTML file, and opened again shows the
// same numbers.
import { copyFileSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { takeApart } from '../workers/testing/saved-files.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { ShareDialog } from './pages/share.ts'
import { PROFILE, PROGRAM } from './sample.ts'

/** A selection, an order, and a scenario. */
const STATE = '#v=1&fn=noise&sort=calls-descending&cut=raise_land/evaluate'

// Tall enough for every row, so that no scrolling or selecting is needed.
test.use({ viewport: { width: 1280, height: 1700 }, permissions: ['clipboard-read', 'clipboard-write'] })

/**
 * Returns everything visible of a profile: header, rows, details, the call graph's entries, state
 * in the address.
 */
async function seen(page: Page) {
  const profile = new ProfilePage(page)
  await expect(profile.heading('Calls')).toHaveAttribute('aria-sort', 'descending')
  await expect(profile.details('noise')).toBeVisible()
  await profile.settled()
  const facts = await profile.facts.allTextContents()
  const rows = await profile.flat.getByRole('row').allTextContents()
  expect(rows.length).toBeGreaterThan(40)
  // Offered if the program is available to search, or if the calls were saved.
  const details = (await profile.details('noise').innerText()).replace(/\s+Static calls$/, '')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await profile.tab('Call graph').click()
  // The selected entry unfolds, and takes the focus.
  await expect(profile.graph.locator('[data-kind=primary]:focus')).toContainText('noise')
  const entries = await profile.graph.getByRole('group').allTextContents()
  return { facts, rows, details, title, entries }
}

/** Returns gprof's listing, and everything as JSON. */
async function documents(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Export' }).click()
  const texts: string[] = []
  for (const name of ['gprof listing', 'JSON', 'gmon.sum']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).click()
    texts.push(readFileSync(await (await download).path(), 'latin1'))
  }
  await page.keyboard.press('Escape')
  return texts
}

async function openSample(page: Page): Promise<void> {
  await page.goto(`./${STATE}`)
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).row('noise')).toHaveAttribute('aria-selected', 'true')
}

test('a saved profile @main', async ({ page, context }, info) => {
  await openSample(page)
  const share = new ShareDialog(page)
  await share.open()
  await expect(share.preview).toContainText('57 functions')
  const path = info.outputPath('islands.gmonscope')
  const bytes = await share.save('Save profile', path)
  expect(bytes.length).toBeLessThan(4000)
  await page.keyboard.press('Escape')
  const [before, texts] = [await seen(page), await documents(page)]

  const tab = await context.newPage()
  await tab.goto('./')
  await new Landing(tab).drop(path)
  await expect(new ProfilePage(tab).row('noise')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => new URL(tab.url()).hash).toBe(STATE)
  expect(await seen(tab)).toEqual(before)
  expect(await documents(tab)).toEqual(texts)
  const offer = (on: Page) => on.getByRole('button', { name: 'Static calls' })
  await expect(offer(page)).not.toHaveCount(0)
  await expect(offer(tab)).toHaveCount(0)
})

test('a saved profile of several runs lists each of them again', async ({ page, context }, info) => {
  const second = info.outputPath('second.out')
  copyFileSync(PROFILE, second)
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE, second)
  const profile = new ProfilePage(page)
  await expect(profile.facts.filter({ hasText: '2 runs' })).toBeVisible()
  const runsOn = (tab: Page) => tab.getByRole('region', { name: 'Runs' }).getByRole('listitem')
  const toldOn = (tab: Page) =>
    runsOn(tab).evaluateAll((runs) => runs.map((run) => `${run.textContent} ${run.getAttribute('title')}`))
  await expect(runsOn(page)).toHaveCount(2)
  const runs = await toldOn(page)
  expect(runs.filter((run) => /\d s .*\d samples · \d+ arcs/.test(run))).toHaveLength(2)
  const share = new ShareDialog(page)
  await share.open()
  const path = info.outputPath('two.gmonscope')
  await share.save('Save profile', path)
  const tab = await context.newPage()
  await tab.goto('./')
  await new Landing(tab).drop(path)
  await expect(new ProfilePage(tab).facts.filter({ hasText: '2 runs' })).toBeVisible()
  await expect.poll(() => toldOn(tab)).toEqual(runs)
})

test('a link with the profile in it @main', async ({ page, context }) => {
  await openSample(page)
  const share = new ShareDialog(page)
  await share.open()
  const link = await share.copy('Copy profile link')
  await expect(share.dialog).toContainText(
    `${link.length.toLocaleString('en-US')} characters. The whole profile`,
  )
  expect(link.length).toBeLessThan(4000)
  await page.keyboard.press('Escape')
  const before = await seen(page)
  const texts = await documents(page)

  const tab = await context.newPage()
  await tab.goto(link)
  expect(await seen(tab)).toEqual(before)
  expect(await documents(tab)).toEqual(texts)
  // It survives a reload.
  await tab.reload()
  await expect(new ProfilePage(tab).graph).toBeVisible()
  // Other files replace it in the address, too.
  await tab.locator('input[type=file]').first().setInputFiles([PROGRAM, PROFILE])
  await tab.getByRole('button', { name: /instead/ }).click()
  await expect.poll(() => new URL(tab.url()).hash).not.toContain('profile=')
})

test('the same link pasted once more brings back the saved state', async ({ page, context }) => {
  await openSample(page)
  const share = new ShareDialog(page)
  await share.open()
  const link = await share.copy('Copy profile link')
  const tab = await context.newPage()
  await tab.goto(link)
  const there = new ProfilePage(tab)
  await expect(there.row('noise')).toHaveAttribute('aria-selected', 'true')
  // The address follows shortly after each action.
  await expect(tab).toHaveURL(/fn=noise/)
  const state = new URL(tab.url()).hash
  await tab.getByRole('button', { name: 'Clear', exact: true }).click()
  // Without the cut the order differs, and rows are keyed by position.
  await there.settled()
  await there.row('fade').click()
  await expect(tab).toHaveURL(/fn=fade/)
  expect(new URL(tab.url()).hash).not.toContain('cut=')
  // Like an edit in the address bar: the page is not reloaded.
  await tab.evaluate((address) => (location.href = address), link)
  await expect(there.row('noise')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => new URL(tab.url()).hash).toBe(state)
  // Back restores the previous screen, not the bare link.
  await tab.goBack()
  await expect(there.row('fade')).toHaveAttribute('aria-selected', 'true')
  expect(new URL(tab.url()).hash).not.toContain('cut=')
})

test('one HTML file @main', async ({ page, context }, info) => {
  await openSample(page)
  const share = new ShareDialog(page)
  await share.open()
  const path = info.outputPath('islands.html')
  await share.save('Save HTML file', path)
  await page.keyboard.press('Escape')
  const before = await seen(page)

  const tab = await context.newPage()
  await tab.goto(pathToFileURL(path).href)
  expect(await seen(tab)).toEqual(before)
})

test('a link cut to fit says what it took, and opens', async ({ page, context }) => {
  await openSample(page)
  const share = new ShareDialog(page)
  await share.open()
  await share.dialog.getByLabel('Up to').selectOption({ label: '2,000 characters: nearly anywhere' })
  await expect(share.dialog).toContainText('To make it fit:')
  const link = await share.copy('Copy profile link')
  expect(link.length).toBeLessThanOrEqual(2000)
  const tab = await context.newPage()
  await tab.goto(link)
  await expect(new ProfilePage(tab).row('noise')).toBeVisible()
  await expect(tab.getByRole('region', { name: 'Notices' })).toContainText('left out')
})

test('names are replaced, the same ones in the same way, in all that leaves', async ({
  page,
  context,
}, info) => {
  await openSample(page)
  const profile = new ProfilePage(page)
  const facts = await profile.facts.allTextContents()
  const numbersOf = async (of: ProfilePage) =>
    (await of.flatRows()).map((cells) => [cells['Self %'], cells.Self, cells.Calls])
  const numbers = await numbersOf(profile)
  const share = new ShareDialog(page)
  await share.open()
  await share.dialog.getByLabel('Replaced by f1, f2, …').check()
  await expect(share.preview.getByRole('row', { name: /^evaluate / })).toContainText(/f\d+/)
  const path = info.outputPath('replaced.gmonscope')
  const { header, columns } = takeApart(await share.save('Save profile', path))
  for (const word of ['evaluate', 'noise', 'islands', 'main'])
    expect(JSON.stringify(header) + Buffer.from(columns).toString('latin1')).not.toContain(word)

  const tab = await context.newPage()
  await tab.goto('./')
  await new Landing(tab).drop(path)
  const there = new ProfilePage(tab)
  await expect(there.heading('Calls')).toHaveAttribute('aria-sort', 'descending')
  expect(await there.facts.allTextContents()).toEqual(facts)
  expect(await numbersOf(there)).toEqual(numbers)
  await expect(tab.getByRole('region', { name: 'Notices' })).toContainText('replaced by f1, f2')
  await expect(tab.getByText(/1 change|cut/i).first()).toBeVisible()
})

for (const [where, host, first, last] of [
  ['a hosted page gives a link', 'gmonscope.localhost', 'Copy profile link', 'Save HTML file'],
  ['a page on loopback gives a file', '127.0.0.1', 'Save HTML file', 'Copy profile link'],
] as const) {
  test(`the first action of ${where} with the profile in it`, async ({ page, context, baseURL }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: new URL(baseURL ?? '').origin.replace('127.0.0.1', host),
    })
    await page.goto(`${(baseURL ?? '').replace('127.0.0.1', host)}${STATE}`)
    await new Landing(page).drop(PROGRAM, PROFILE)
    const share = new ShareDialog(page)
    await share.open()
    await share.button('Save profile').waitFor()
    const names = await share.dialog.getByRole('button').allTextContents()
    expect(names.filter((name) => name !== '')).toEqual([first, last, 'Save profile', 'Copy view link'])
    await expect(share.dialog.getByText('View only. The receiver needs the same files.')).toBeVisible()
    await expect(share.dialog.getByText('This page is on your machine only')).toHaveCount(
      host === '127.0.0.1' ? 1 : 0,
    )
    await expect(share.button(first)).toBeEnabled()
    const path = info.outputPath('first.html')
    const link =
      first === 'Save HTML file'
        ? (await share.save(first, path)) && pathToFileURL(path).href
        : await share.copy(first)
    const receiver = await context.newPage()
    await receiver.goto(link)
    await expect(new ProfilePage(receiver).row('noise')).toHaveAttribute('aria-selected', 'true')
  })
}

test('the dialog goes by keyboard', async ({ page }) => {
  await openSample(page)
  const button = page.getByRole('button', { name: 'Share' })
  await button.focus()
  await page.keyboard.press('Enter')
  const share = new ShareDialog(page)
  await expect(share.button('Save profile')).toBeEnabled()
  await share.button('Save profile').focus()
  await page.keyboard.press('Tab')
  await expect(share.dialog.getByLabel('As they are')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(share.dialog.getByLabel('Shortened')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(share.dialog).toBeHidden()
  await expect(button).toBeFocused()
})
