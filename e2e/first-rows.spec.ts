// A profile of 600,000 arcs: its first rows can be looked at before the page answers, and then they stay.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildLargeCase } from '../workers/testing/large-case.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

const FUNCTIONS = 100_000
/** Rows that no screen of these tests is too low for. */
const LOOKED_AT = 20

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-first-'))
  const made = buildLargeCase({ functions: FUNCTIONS, arcs: 620_000, cycles: 'some', names: 'c++', seed: 9 })
  writeFileSync(join(folder, 'large'), made.executable)
  writeFileSync(join(folder, 'gmon.out'), made.profile)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('first rows are there before the page answers, and are those that stay', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await page.evaluate((count) => {
    const seen = { first: '' }
    Object.assign(globalThis, { seen })
    const look = () => {
      const rows = [...document.querySelectorAll('[inert] [data-row]')].slice(0, count)
      const head = document.querySelector('[inert] header')?.textContent ?? ''
      if (rows.length === count) seen.first ||= [head, ...rows.map((row) => row.textContent)].join('\n')
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  }, LOOKED_AT)
  await new Landing(page).choose(join(folder, 'large'), join(folder, 'gmon.out'))
  const { flat } = new ProfilePage(page)
  await expect(flat).toBeVisible({ timeout: 60_000 })
  expect(Number(await flat.getAttribute('aria-rowcount'))).toBeGreaterThan(FUNCTIONS * 0.9)
  const first = await page.evaluate(() => (globalThis as unknown as { seen: { first: string } }).seen.first)
  const head = await page.getByRole('banner').textContent()
  const rows = await flat.locator('[data-row]').allTextContents()
  expect(first.split('\n')).toEqual([head, ...rows.slice(0, LOOKED_AT)])
  await flat.getByRole('button', { name: 'Name' }).click()
  await expect(flat.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', /ascending/)
})
