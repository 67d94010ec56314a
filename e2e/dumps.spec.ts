// A gmon.out transferred from a board as text: dropped as a console log, pasted, and damaged on the
// way.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { HEX_DUMPS, OTHER_DUMPS } from '../workers/testing/builders/dump-texts.ts'
import { Landing } from './pages/landing.ts'
import { expectFirstRow, ProfilePage } from './pages/profile.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'

const bytes = readFileSync(PROFILE)
const log = `NuttShell (NSH) NuttX-12.4\r\n${HEX_DUMPS['NuttX']?.(bytes) ?? ''}`
let folder = ''

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-dumps-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))
test.beforeEach(async ({ page }) => {
  await page.goto('./')
})

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, 'latin1')
  return path
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}

async function expectSample(page: Page): Promise<void> {
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await expectFirstRow(profile, await gprofFlat(PROFILE))
}

test('the log of a console opens as the profile in it, and the list of files says what it is', async ({
  page,
}) => {
  const landing = new Landing(page)
  await landing.drop(written('console.log', log))
  await expect(page.getByRole('list', { name: 'Files offered' })).toContainText(
    'GNU gmon.out, version 1, as a hex dump',
  )
  await landing.drop(PROGRAM)
  await expectSample(page)
})

for (const form of ['NuttX', 'base64, one line'])
  test(`what was copied from a terminal is pasted: ${form}`, async ({ page }) => {
    const landing = new Landing(page)
    await landing.drop(PROGRAM)
    await expect(page.getByRole('list', { name: 'Files offered' })).toContainText('islands')
    await paste(page, { ...HEX_DUMPS, ...OTHER_DUMPS }[form]?.(bytes) ?? '')
    await expectSample(page)
  })

test('a missing line of a dump is reported, and the part before it is used', async ({ page }) => {
  const lines = log.split('\n')
  const damaged = lines.toSpliced(lines.length - 20, 1).join('\n')
  await new Landing(page).drop(PROGRAM, written('damaged.log', damaged))
  await expect(new ProfilePage(page).flat).toBeVisible()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText(`damaged.log cannot be read from line ${lines.length - 19} on`)
  await expect(notices).toContainText('1 histogram')
})
