// Files saved by the page equal the output of gprof and of the command line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') }
}

test('the gprof listing is gprof’s, byte for byte', async ({ page }) => {
  const { name, text } = await saved(page, 'gprof listing')
  expect(name).toBe('islands-gprof.txt')
  expect(text).toBe((await runGprof(['-b', PROGRAM, PROFILE])).stdout)
})

test('gmon.sum is one profile with the sum of all runs, whatever size it has', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gmon-sum-'))
  try {
    // Their sum exceeds the field of one bin and one arc.
    const runs = ['run.1', 'run.2'].map((name) => join(folder, name))
    for (const run of runs) writeFileSync(run, withFullFields(readFileSync(PROFILE)))
    await page.goto('./')
    await new Landing(page).drop(PROGRAM, ...runs)
    await expect(new ProfilePage(page).facts.filter({ hasText: '2 runs' })).toBeVisible()
    const { name, text } = await saved(page, 'gmon.sum')
    expect(name).toBe('gmon.sum')
    const sum = join(folder, name)
    writeFileSync(sum, text, 'latin1')
    const { stdout } = await runGprof(['-b', PROGRAM, ...runs])
    expect(stdout).toContain('8589934590')
    expect((await runGprof(['-b', PROGRAM, sum])).stdout).toBe(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/**
 * Returns the sample's profile with the first bin that has samples, and the first arc, at their
 * fields' maximum.
 */
function withFullFields(profile: Buffer): Buffer {
  const bytes = Buffer.from(profile)
  const bins = 61
  const length = bytes.readUInt32LE(37)
  let at = bins
  while (bytes.readUInt16LE(at) === 0) at += 2
  bytes.writeUInt16LE(0xffff, at)
  const arc = bins + 2 * length
  expect(bytes.readUInt8(arc)).toBe(1)
  bytes.writeUInt32LE(0xffffffff, arc + 17)
  return bytes
}

test('the JSON holds the functions, arcs and cycles of the documented form', async ({ page }) => {
  const { name, text } = await saved(page, 'JSON')
  expect(name).toBe('islands.json')
  const document: unknown = JSON.parse(text)
  expect(document).toMatchObject({ format: 'gmonscope-profile', version: 1, name: 'islands', rate: 100 })
  expect(document).toHaveProperty('functions.length', 57)
  expect(document).toHaveProperty('arcs.length', 68)
  expect(document).toHaveProperty('cycles.length', 2)
})

test('the export menu ends with its last choice until there is something to say, and nothing moves then', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Export' }).click()
  const menu = page.getByRole('group', { name: 'Export' })
  const last = menu.locator('section').last()
  const before = [await menu.boundingBox(), await last.boundingBox()] as const
  const below =
    (before[0]?.y ?? 0) + (before[0]?.height ?? 0) - (before[1]?.y ?? 0) - (before[1]?.height ?? 0)
  expect(below).toBeLessThan(30)
  await menu.getByRole('button', { name: 'Copy table' }).click()
  await expect(menu.getByRole('status')).not.toBeEmpty()
  expect((await last.boundingBox())?.y).toBe(before[1]?.y)
})
