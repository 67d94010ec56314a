// Files of a process and its forked children: what they share counts in each, and once on request.
import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { buildElf } from '../workers/testing/builders/build-elf.ts'
import { buildGmon } from '../workers/testing/builders/build-gmon.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

const LOW = 0x401000
const SIZE = 0x200
const BINS = [4, 61, 1, 13, 62, 9]

test('forked runs count their shared past in each file, or once', async ({ page }, info) => {
  const text = { address: LOW, size: SIZE }
  const symbols = [
    { name: 'fork@GLIBC_2.2.5', address: 0, section: 'undefined' as const },
    { name: 'main', address: LOW },
    { name: 'load_tables', address: LOW + 0x80 },
    { name: 'serve', address: LOW + 0x100 },
  ]
  const program = info.outputPath('prog')
  writeFileSync(program, buildElf({ text, symbols }))
  const bins = Array.from({ length: SIZE / 4 }, (_, bin) => BINS[bin - 0x80 / 4 - 2] ?? 0)
  const call = (self: number, count: number) =>
    ({ kind: 'arc', from: LOW + 0x40, self: LOW + self + 8, count }) as const
  const profiles = [0, 50, 50, 50, 50].map((served, process) => {
    const path = info.outputPath(`gmon.${100 + process}`)
    const sampled = { kind: 'histogram', low: LOW, high: LOW + SIZE, bins } as const
    const calls = [call(0x80, 200), ...(served > 0 ? [call(0x100, served)] : [])]
    writeFileSync(path, buildGmon({ records: [sampled, ...calls] }))
    return path
  })
  await page.goto('./')
  await new Landing(page).drop(program, ...profiles)
  const { flat } = new ProfilePage(page)
  const row = flat.getByRole('row').filter({ hasText: 'load_tables' })
  await expect(row).toContainText('1,000')
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('5 files hold the same past')
  await notices.getByRole('button', { name: 'Count once' }).click()
  await expect(notices).toContainText('The shared past of 5 forked processes is counted once')
  await expect(row).toContainText('1.50')
  await expect(row).toContainText('200')
  await expect(flat.getByRole('row').filter({ hasText: 'serve' })).toContainText('200')
  await notices.getByRole('button', { name: 'Count each' }).click()
  await expect(row).toContainText('1,000')
})
