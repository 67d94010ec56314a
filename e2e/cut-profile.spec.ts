// A gmon.out truncated at every boundary between records and inside every record. The page reports
// what is missing and keeps what precedes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const HEADER = 20
/** Size of a 64-bit histogram record, tag included, without its bins. */
const HISTOGRAM = 1 + 8 + 8 + 4 + 4 + 15 + 1
const ARC = 1 + 8 + 8 + 4
/** The boundaries between arcs are alike; these are tried. */
const ARCS_TRIED = [1, 2, 50] as const

const whole = readFileSync(PROFILE)
const arcsFrom = HEADER + HISTOGRAM + 2 * whole.readUInt32LE(HEADER + 1 + 16)
const arcs = (whole.length - arcsFrom) / ARC

/** Bytes kept, and the page's message; `rows`: whether there is anything to show. */
const CUTS: readonly {
  readonly bytes: number
  readonly where: string
  readonly says: RegExp
  readonly rows: boolean
}[] = [
  { bytes: 0, where: 'before everything', says: /gmon\.out is empty/, rows: false },
  { bytes: 3, where: 'in the cookie', says: /gmon\.out/, rows: false },
  { bytes: 12, where: 'in the header', says: /gmon\.out is (too short|cut short)/, rows: false },
  {
    bytes: HEADER,
    where: 'after the header',
    says: /The profile is empty/,
    rows: false,
  },
  { bytes: HEADER + 10, where: 'in the head of the histogram', says: /cut short/, rows: false },
  { bytes: HEADER + HISTOGRAM + 101, where: 'in the bins', says: /cut short/, rows: false },
  { bytes: arcsFrom, where: 'after the histogram', says: /no (calls|arcs)/i, rows: true },
  ...ARCS_TRIED.flatMap((arc) => [
    { bytes: arcsFrom + arc * ARC - 9, where: `in arc ${arc}`, says: /cut short/, rows: true },
    {
      bytes: arcsFrom + arc * ARC,
      where: `after arc ${arc}`,
      says: new RegExp(`480\u00a0samples\u00a0· ${arc}\u00a0arcs?$`),
      rows: true,
    },
  ]),
  { bytes: whole.length - 1, where: 'in the last arc', says: /cut short/, rows: true },
]

test('the sample is laid out as these tests take it to be', () => {
  expect(arcs).toBe(97)
})

for (const { bytes, where, says, rows } of CUTS) {
  test(`cut ${where}`, async ({ page, baseURL }, info) => {
    const guard = await guardPage(page, new URL(baseURL ?? '').origin)
    const path = info.outputPath('gmon.out')
    writeFileSync(path, whole.subarray(0, bytes))
    await page.goto('./')
    await new Landing(page).drop(PROGRAM, path)
    await expect(page.getByText(says).first()).toBeVisible()
    const profile = new ProfilePage(page)
    if (rows) {
      await expect(profile.flat).toBeVisible()
      // Samples precede arcs in the file: every row of the flat profile with time is still there.
      await expect(profile.flat.getByRole('rowheader', { name: /^evaluate/ })).toBeVisible()
    }
    expect(guard.problems).toEqual([])
  })
}

test('truncated in its first record and without its program: reported, kept, and used with the program and another run', async ({
  page,
  baseURL,
}, info) => {
  const guard = await guardPage(page, new URL(baseURL ?? '').origin)
  const path = info.outputPath('gmon.cut')
  writeFileSync(path, whole.subarray(0, HEADER + HISTOGRAM + 101))
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(path)
  await expect(landing.offered).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('gmon.cut ends early')
  await expect(landing.alert).toContainText(
    'As far as is known without the program, it ends within its histogram bins, from byte 61: it has 162 bytes',
  )
  await expect(landing.alert).toContainText('opy it again')
  await expect(landing.offered).not.toContainText('0 arcs')
  await landing.drop(PROGRAM)
  // It was opened with the program: nothing of it can be shown, but the sizes are known now.
  await expect(landing.alert.first()).toContainText('gmon.cut is cut short')
  await landing.drop(PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
  expect(guard.problems).toEqual([])
})

test('truncated later and without its program: the intact part is reported, and shown with the program', async ({
  page,
  baseURL,
}, info) => {
  const guard = await guardPage(page, new URL(baseURL ?? '').origin)
  const path = info.outputPath('gmon.cut')
  writeFileSync(path, whole.subarray(0, -1))
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(path)
  await expect(landing.offered).toContainText('480 samples · 96 arcs')
  await expect(landing.offered.getByRole('alert')).toContainText('what comes before is whole')
  await landing.drop(PROGRAM)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByText(/cut short/).first()).toBeVisible()
  expect(guard.problems).toEqual([])
})
