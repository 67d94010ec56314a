// `gmonscope EXECUTABLE GMON`: the printed address shows the profile, and the command ends while
// the page keeps working.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'
import { ProfilePage } from './pages/profile.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'

const COMMAND = fileURLToPath(new URL('../bin/gmonscope.mjs', import.meta.url))

function start(...options: string[]): { address: Promise<string>; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [COMMAND, '--no-open', ...options, PROGRAM, PROFILE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    address: new Promise((resolve) => {
      child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    }),
    ended: new Promise((resolve) => {
      child.once('close', resolve)
    }),
  }
}

test('the page at the printed address holds the profile, without its server @main', async ({ page }) => {
  const { address, ended } = start()
  const url = await address
  const guard = await guardPage(page, new URL(url).origin)
  await page.goto(url)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  expect(await ended).toBe(0)
  const [, , , , , , name = ''] = (await gprofFlat(PROFILE))[0] ?? []
  await expect(profile.flat.getByText(name, { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Call graph' }).click()
  await expect(page.getByText('cycle 2 as a whole').first()).toBeVisible()
  // The files themselves are available, and the source beside the program.
  await page.keyboard.press('8')
  await expect(page.getByRole('grid', { name: 'Hottest lines' }).getByText(/for \(; count/)).toBeVisible()
  expect(guard.problems).toEqual([])
})
test('a scenario of the command line is the page’s', async ({ page }) => {
  const { address, ended } = start('--exclude', 'noise')
  await page.goto(await address)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('region', { name: 'What if' })).toContainText('noise')
  expect(await ended).toBe(0)
})

test('where the disk is full, no command ends as if it had written', () => {
  // Only Linux has one.
  const full = '/dev/full'
  if (!existsSync(full)) return
  const files = [PROGRAM, PROFILE]
  for (const words of [
    ['--help'],
    ['gprof', '-b', ...files],
    ['summary', ...files],
    ['diff', '--all', '--before', PROGRAM, '--before', PROFILE, ...files],
    ['json', ...files],
    ['html', ...files],
  ]) {
    const line = [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(' ')
    const { status, stderr } = spawnSync('sh', ['-c', `${line} > ${full}`], { encoding: 'utf8' })
    expect({ status, stderr }, words[0]).toEqual({
      // 1 of diff means a difference.
      status: words[0] === 'diff' ? 2 : 1,
      stderr: expect.stringMatching(/standard output cannot be written: no space is left on the disk\n$/),
    })
  }
})
