// All shares of one function on the panes of a screen agree: on the sample, and in the manual's cycle.
import { expect, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const manual = (name: string): string =>
  fileURLToPath(new URL(`../workers/testing/manual-cycle/${name}`, import.meta.url))

/** The first share in a text; null without one. */
const shareIn = (text: string | null): string | null => /[<\d.]+%/.exec(text ?? '')?.[0] ?? null

for (const [what, files, names] of [
  ['the sample', [PROGRAM, PROFILE], ['evaluate', 'sine', 'call_function']],
  ['the manual’s cycle', [manual('abc'), manual('abc.gmon')], ['main', 'a', 'b']],
] as const)
  test(`one function has one share on all panes: ${what} @main`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('./')
    await new Landing(page).drop(...files)
    const profile = new ProfilePage(page)
    await expect(profile.flat).toBeVisible()
    await profile.settled()
    const shares = new Map<string, Map<string, string>>(names.map((name) => [name, new Map()]))
    // A function that is in several places of a picture has a part of its time in each.
    const add = (view: string, name: string, texts: readonly (string | null)[]): void => {
      const share = shareIn(texts[0] ?? null)
      if (texts.length === 1 && share !== null) shares.get(name)?.set(view, share)
    }
    const labels = (all: readonly Element[]) => all.map((one) => one.getAttribute('aria-label') ?? '')
    const rows = await profile.flatRows()
    const boxes = await page.getByRole('treeitem').evaluateAll(labels)
    for (const name of names) {
      const row = rows.find(({ Name }) => Name?.startsWith(name))
      add('flat profile', name, [row?.['Total %'] ?? null])
      // All of its time, not what came along one path.
      const box = new RegExp(`^${name}(?: cycle \\d+)?: ${row?.Total}, `)
      add(
        'flame',
        name,
        boxes.filter((label) => box.test(label)),
      )
      await profile.row(name).click()
      const facts = profile.details(name).locator('dl > div')
      await facts.first().waitFor()
      add(
        'details',
        name,
        (await facts.allTextContents()).filter((text) => /^Total\d/.test(text)),
      )
    }
    await page.keyboard.press('2')
    const entries = profile.graph.locator('[data-kind=primary]')
    await entries.first().waitFor()
    const lines = await entries.evaluateAll(labels)
    for (const name of names) {
      const line = new RegExp(`^\\[\\d+\\] ${name}(?: cycle \\d+)?: `)
      add(
        'call graph',
        name,
        lines.filter((label) => line.test(label)),
      )
    }
    await page.keyboard.press('5')
    const members = page.getByRole('tabpanel').locator('table tr:has(th[scope=row])')
    await members.first().waitFor()
    const texts = await members.allTextContents()
    for (const name of names)
      add(
        'cycles',
        name,
        texts
          .filter((text) => text.startsWith(name) && /^\d.*%/.test(text.slice(name.length)))
          .map((text) => / ?([\d.]+ (?:m|µ)?s){2}([<\d.]+%)/.exec(text)?.[2] ?? null),
      )
    await page.keyboard.press('4')
    const drawn = page.locator('.drawing-label')
    await drawn.first().waitFor()
    const figures = await drawn.evaluateAll((all) =>
      all.map((label) => [...label.querySelectorAll('text')].map((text) => text.textContent)),
    )
    for (const name of names)
      add(
        'graph',
        name,
        figures
          .filter((label) => label.includes(name))
          .map((label) => label.find((text) => text?.includes('%')) ?? null),
      )
    for (const [name, byView] of shares) {
      const [first] = byView.values()
      expect(byView.size, `${name}: ${[...byView.keys()].join(', ')}`).toBeGreaterThanOrEqual(4)
      expect(new Set(byView.values()), `${name}: ${JSON.stringify([...byView])}`).toEqual(new Set([first]))
    }
  })

test('a bar is as long as its number, also in a cycle', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await profile.settled()
  const cells = profile.flat.locator('[role=gridcell]:has([aria-hidden])')
  const bars = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const bar = cell.querySelector('[aria-hidden]') as HTMLElement
      return { text: cell.textContent, length: parseFloat(bar.style.getPropertyValue('--total')) }
    }),
  )
  expect(bars.length).toBeGreaterThan(20)
  for (const { text, length } of bars) {
    const printed = text === '<0.1%' ? 0 : parseFloat(text)
    expect(Math.abs(length - printed), text).toBeLessThanOrEqual(0.1 + 1e-9)
  }
  // The range of the selected row.
  await expect(profile.flat.locator('[data-whisker]')).toHaveCount(0)
  await profile.row('call_function').click()
  await expect(profile.flat.locator('[data-whisker]')).toHaveCount(1)
})
