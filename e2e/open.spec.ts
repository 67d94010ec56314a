// From files to numbers: in any order, in one drop or several, chosen or dropped, folders included.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { printed, ProfilePage } from './pages/profile.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
  await page.goto('./')
})
test.afterEach(() => expect(problems).toEqual([]))

test('the sample is one click away @main', async ({ page }) => {
  await new Landing(page).sample.click()
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('the focus of the button that opens a profile goes to its view', async ({ page }) => {
  await new Landing(page).sample.focus()
  await page.keyboard.press('Enter')
  const profile = new ProfilePage(page)
  await expect(profile.row('evaluate')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(profile.lines('Callers', 'sine').first()).toBeVisible()
})

test('the page and a first profile are few files, which take a trip each', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.reload()
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
  // 23, or up to 35 where the next views are fetched meanwhile; 97 when each module was a file.
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(60)
})

test('program first, then the profile @main', async ({ page }) => {
  const landing = new Landing(page)
  await landing.drop(PROGRAM)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The profile data is still missing')
  await expect(landing.offered).toHaveCount(1)
  await expect(landing.offered).toContainText('ELF 64-bit')
  await landing.drop(PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('profile first, then the program', async ({ page }) => {
  const landing = new Landing(page)
  await landing.choose(PROFILE)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The program is still missing')
  await expect(landing.offered).toContainText('100 Hz')
  await landing.choose(PROGRAM)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('both at once @main', async ({ page }) => {
  await new Landing(page).drop(PROFILE, PROGRAM)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('a folder with both', async ({ page }, info) => {
  const folder = info.outputPath('measured')
  mkdirSync(join(folder, 'deeper'), { recursive: true })
  copyFileSync(PROGRAM, join(folder, 'islands'))
  copyFileSync(PROFILE, join(folder, 'deeper', 'gmon.out'))
  await new Landing(page).drop(folder)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('two profiles at once are summed, as gprof sums them @main', async ({ page }, info) => {
  const second = info.outputPath('gmon.2')
  copyFileSync(PROFILE, second)
  await new Landing(page).drop(PROGRAM, PROFILE, second)
  const profile = new ProfilePage(page)
  await expect(profile.facts.last()).toHaveText('2 runs')
  const theirs = await gprofFlat(PROFILE, second)
  const ours = await profile.flatRows()
  expect(ours.map((cells) => printed(cells.Self))).toEqual(theirs.map((cells) => cells[2]))
  const runs = page.getByRole('region', { name: 'Runs' })
  await expect(runs).toContainText('4.80 s per run.')
  await expect(runs.getByRole('listitem')).toHaveText(['gmon.out4.80 s', 'gmon.24.80 s'])
})

test('a profile alone, without names', async ({ page }) => {
  const landing = new Landing(page)
  await landing.choose(PROFILE)
  await landing.withoutNames.click()
  const profile = new ProfilePage(page)
  await expect(profile.names().first()).toHaveText(/0x[0-9a-f]+/)
  await expect(page.getByText('Functions have no names')).toBeVisible()
})

test('a drop on an open profile asks once, and can add a run @main', async ({ page }, info) => {
  const landing = new Landing(page)
  const second = info.outputPath('gmon.2')
  copyFileSync(PROFILE, second)
  await landing.drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.facts.last()).toHaveText('1 run')
  await landing.drop(second)
  const dialog = page.getByRole('dialog', { name: 'One more file' })
  await dialog.getByRole('button', { name: 'Add as a run of islands' }).click()
  await expect(profile.facts.last()).toHaveText('2 runs')
})

test('a drop counts where the screen below it has changed since the files were held over it', async ({
  page,
}, info) => {
  const run = info.outputPath('gmon.2')
  copyFileSync(PROFILE, run)
  const landing = new Landing(page)
  await landing.dropAfter(async (move) => {
    await expect(page.getByText('Drop to open')).toBeVisible()
    await move()
    await landing.choose(PROGRAM, PROFILE)
    await expect(new ProfilePage(page).flat).toBeVisible()
  }, run)
  await expect(page.getByRole('dialog', { name: 'One more file' })).toContainText('gmon.2')
  await expect(page.getByText('Drop to open')).toHaveCount(0)
})

test('what is held over the window and taken elsewhere leaves it as it was', async ({ page }) => {
  const landing = new Landing(page)
  await landing.started()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'gmon.out'))
    document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  })
  const frame = page.getByText('Drop to open')
  await expect(frame).toBeVisible()
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })))
  await expect(frame).toHaveCount(0)
})

test('a file dropped while another is asked about is asked about with it', async ({ page }, info) => {
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
  const [first, second] = [info.outputPath('gmon.1'), info.outputPath('gmon.2')]
  copyFileSync(PROFILE, first)
  copyFileSync(PROFILE, second)
  await landing.drop(first)
  await expect(page.getByRole('dialog', { name: 'One more file' })).toBeVisible()
  await landing.drop(second)
  const question = page.getByRole('dialog', { name: '2 more files' })
  await expect(question).toContainText('gmon.1, gmon.2: what should happen with them?')
  await question.getByRole('button', { name: 'Add as runs of islands' }).click()
  await expect(new ProfilePage(page).facts.filter({ hasText: '3 runs' })).toBeVisible()
})

test('the larger sample opens by one click, with its cycles and its C++ names', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('button', { name: 'Try C++' }).click()
  const profile = new ProfilePage(page)
  await expect(profile.row('ledger::Evaluator::evaluate(formula::Node const&)')).toBeVisible()
  await expect(profile.facts.filter({ hasText: /^1,\d{3} functions$|^9\d\d functions$/ })).toHaveCount(1)
  await page.getByRole('tab', { name: 'Cycles' }).click()
  await expect(
    page.getByRole('list', { name: 'Cycles', exact: true }).getByRole('listitem', { name: /^cycle \d$/ }),
  ).toHaveCount(4)
})
