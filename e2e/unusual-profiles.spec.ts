// Unusual formats of real profiles: a program with lines, BSD's formats, and calls without samples.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { memorySource } from '../workers/core/bytes/byte-source.ts'
import { EMPTY_SCENARIO } from '../workers/core/analysis/scenario/scenario.ts'
import { openProfile } from '../workers/core/pipeline/open-profile.ts'
import { writeGmonSum } from '../workers/core/profile/write-gmon-sum.ts'
import { HistogramSum } from '../workers/core/profile/sum-histograms.ts'
import { runGprof, runTool } from '../workers/testing/gprof/live-gprof.ts'
import { Landing } from './pages/landing.ts'
import { printed, ProfilePage } from './pages/profile.ts'

const SOURCE = fileURLToPath(new URL('../workers/testing/golden/source/', import.meta.url))

let folder = ''
const at = (name: string): string => join(folder, name)

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unusual-profiles-'))
  const sources = ['ferries.c', 'harbour.c'].map((name) => join(SOURCE, name))
  const built = await runTool('gcc', ['-g', '-pg', '-O1', '-o', 'ferries', ...sources], { folder })
  expect(built.stderr).toBe('')
  await runTool(at('ferries'), [], { folder })
  const files = await Promise.all(
    ['ferries', 'gmon.out'].map(async (name) =>
      memorySource(name, Uint8Array.from(await readFile(at(name)))),
    ),
  )
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const opened = await openProfile(files, options, () => {})
  if (!opened.ok) throw new Error(opened.problem.problem.code)
  const sum = opened.value.contents.sum()
  writeFileSync(at('old.gmon'), writeGmonSum(sum, { format: 'bsd', wide: false }))
  writeFileSync(at('4.4.gmon'), writeGmonSum(sum, { format: '4.4bsd', wide: false }))
  const without = { ...sum, histograms: new HistogramSum() }
  writeFileSync(at('calls.gmon'), writeGmonSum(without, { format: 'gnu', wide: true }))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

async function open(page: Page, profile: string, hash = ''): Promise<ProfilePage> {
  await page.goto(`./${hash}`)
  await new Landing(page).drop(at('ferries'), at(profile))
  return new ProfilePage(page)
}

test('a program with debugging information shows each function’s file and line', async ({ page }) => {
  const profile = await open(page, 'gmon.out', '#v=1&fn=count_ways')
  const text = await readFile(join(SOURCE, 'ferries.c'), 'utf8')
  const line = text.split('\n').findIndex((one) => /\bcount_ways\(.*\)\s*\{?$/.test(one)) + 1
  expect(line).toBeGreaterThan(0)
  await expect(profile.details('count_ways')).toContainText(`ferries.c:${line}`)
})

for (const [name, words] of [
  ['old.gmon', 'older BSD'],
  ['4.4.gmon', '4.4BSD'],
] as const) {
  test(`${name}: BSD’s format is reported, and its numbers are gprof’s`, async ({ page }) => {
    const profile = await open(page, name)
    const notices = page.getByRole('region', { name: 'Notices' })
    await notices.getByRole('button', { name: /more$/i }).click()
    await expect(notices.getByText(/BSD format/).first()).toBeVisible()
    await expect(page.getByRole('complementary')).toContainText(name === 'old.gmon' ? 'older format' : words)
    const { stdout } = await runGprof(['-b', '-p', at('ferries'), at(name)])
    const [row = ''] = stdout.split('\n').filter((one) => / count_ways\s*$/.test(one))
    await profile.showGprofColumns()
    const cells = (await profile.flatRows()).find(({ Name }) => Name === 'count_ways')
    // gprof has the unit of times per call in the heading.
    const [perCall, totalPerCall] = [cells?.['Self/call'], cells?.['Total/call']].map((cell) =>
      cell?.replace(/ [pnµm]?s$/, ''),
    )
    expect([
      printed(cells?.['% time']),
      printed(cells?.Cumulative),
      printed(cells?.Self),
      cells?.Calls?.replaceAll(',', ''),
      perCall,
      totalPerCall,
    ]).toEqual(row.trim().split(/\s+/).slice(0, 6))
  })
}

test('calls without samples: sorted by calls, times left empty and explained', async ({ page }) => {
  const profile = await open(page, 'calls.gmon')
  await expect(profile.heading('Calls')).toHaveAttribute('aria-sort', 'descending')
  await expect(profile.heading('Self')).toHaveAttribute('aria-sort', 'none')
  await expect(page.getByText(/^Functions by calls\./)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('No histogram')
  await expect(page.getByRole('complementary')).toContainText('Most calls')
  const rows = await profile.flatRows()
  const calls = rows.map((cells) => Number((cells.Calls ?? '').replaceAll(',', '')))
  expect(calls.length).toBeGreaterThan(8)
  expect(calls).toEqual(calls.toSorted((a, b) => b - a))
  for (const cells of rows)
    for (const column of ['Self %', 'Total %', 'Self', 'Total'] as const) expect(cells[column]).toBe('')
  // The call graph still has gprof's entries.
  const { stdout } = await runGprof(['-b', '-q', at('ferries'), at('calls.gmon')])
  const entries = stdout.match(/^\[\d+\]/gm)?.length ?? 0
  await page.keyboard.press('2')
  await expect(profile.graph).toHaveAttribute('aria-rowcount', String(entries + 1))
})

test('calls without samples: at no width is there more than the window holds', async ({ page }) => {
  const profile = await open(page, 'calls.gmon')
  await expect(profile.heading('Calls')).toBeVisible()
  for (const width of [390, 480, 560, 640, 760, 840, 1000]) {
    await page.setViewportSize({ width, height: 700 })
    const beyond = await profile.flat.evaluate(({ parentElement }) =>
      parentElement ? parentElement.scrollWidth - parentElement.clientWidth : Number.NaN,
    )
    expect(beyond, `${width} pixels wide`).toBeLessThanOrEqual(0)
    await expect(profile.heading('Calls')).toBeInViewport({ ratio: 1 })
  }
})
