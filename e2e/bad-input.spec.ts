// Unusable files get a message of their own, and nothing else is lost.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildElf } from '../workers/testing/builders/build-elf.ts'
import { runTool } from '../workers/testing/gprof/live-gprof.ts'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
  await page.goto('./')
})
test.afterEach(() => expect(problems).toEqual([]))

const CASES: readonly { readonly name: string; readonly bytes: Uint8Array; readonly says: RegExp }[] = [
  {
    name: 'notes.txt',
    bytes: Buffer.from('remember the milk\n'),
    says: /notes\.txt is not a profile or a program.*text/,
  },
  { name: 'gmon.out', bytes: new Uint8Array(0), says: /gmon\.out is empty.*0 bytes/ },
  {
    name: 'picture.png',
    bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    says: /picture\.png is not a profile or a program.*PNG image.*89 50 4e 47.*byte 0/,
  },
]

for (const { name, bytes, says } of CASES) {
  test(`${name}: ${says.source}`, async ({ page }, info) => {
    const path = info.outputPath(name)
    writeFileSync(path, bytes)
    const landing = new Landing(page)
    await landing.drop(path)
    await expect(landing.alert.first()).toContainText(says)
    // The valid files are still accepted.
    await landing.drop(PROGRAM, PROFILE)
    await expect(new ProfilePage(page).flat).toBeVisible()
  })
}

test('good files dropped with a bad one are used, and the bad one is named @main', async ({ page }, info) => {
  const path = info.outputPath('notes.txt')
  writeFileSync(path, 'remember the milk\n')
  await new Landing(page).drop(PROGRAM, path, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('notes.txt')
})

test('a profile cut in the middle of a record: what came before is used, and it says so @main', async ({
  page,
}, info) => {
  const whole = readFileSync(PROFILE)
  const path = info.outputPath('gmon.out')
  writeFileSync(path, whole.subarray(0, whole.length - 7))
  await new Landing(page).drop(PROGRAM, path)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(/gmon\.out is cut short.*byte/)
})

test('a profile cut in its header', async ({ page }, info) => {
  const path = info.outputPath('gmon.out')
  writeFileSync(path, readFileSync(PROFILE).subarray(0, 11))
  const landing = new Landing(page)
  await landing.drop(PROGRAM, path)
  await expect(landing.alert.first()).toContainText(/gmon\.out is (too short|cut short)/)
  await landing.drop(PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

for (const { bytes, heading, says } of [
  { bytes: 11, heading: 'gmon.out is too short', says: /It has 11 bytes.*byte 0.*copy it again/ },
  { bytes: 50, heading: 'gmon.out ends early', says: /byte 20: it has 50 bytes.*Copy it again/ },
]) {
  test(`a profile of ${bytes} bytes alone: what is wrong is the heading, and no program is asked for`, async ({
    page,
  }, info) => {
    const path = info.outputPath('gmon.out')
    writeFileSync(path, readFileSync(PROFILE).subarray(0, bytes))
    const landing = new Landing(page)
    await landing.choose(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(landing.alert).toHaveCount(1)
    await expect(landing.alert).toContainText(says)
    await expect(landing.offered).toContainText('see above')
    await expect(landing.withoutNames).toHaveCount(0)
    await landing.drop(PROGRAM, PROFILE)
    await expect(new ProfilePage(page).flat).toBeVisible()
  })
}

test('of several programs the one that the profile fits is named, and opened at a click', async ({
  page,
}, info) => {
  const other = info.outputPath('another')
  const text = { address: 0x401000, size: 0x200 }
  writeFileSync(other, buildElf({ text, symbols: [{ name: 'main', address: 0x401000 }] }))
  const landing = new Landing(page)
  await landing.drop(other, PROGRAM, PROFILE)
  await expect(landing.alert.first()).toContainText(
    /islands fits: (\d+) of \1 arcs begin and end in its functions; in those of another 0 of \1/,
  )
  await expect(landing.offered.filter({ hasText: 'another' })).toContainText(
    /1\u00a0function\u00a0· 0 of \d+ arcs match/,
  )
  await page.getByRole('button', { name: 'Open with islands' }).click()
  await expect(new ProfilePage(page).flat).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('islands')
})

test('of two builds of one program each says its size, above many files that were not needed', async ({
  page,
}, info) => {
  const build = info.outputPath('islands')
  const text = { address: 0x401000, size: 0x200 }
  writeFileSync(build, buildElf({ text, symbols: [{ name: 'main', address: 0x401000 }] }))
  const logs = Array.from({ length: 20 }, (_, rank) => info.outputPath(`rank${rank}.log`))
  for (const log of logs) writeFileSync(log, 'done\n')
  const landing = new Landing(page)
  await landing.drop(PROGRAM, PROFILE, ...logs)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await landing.drop(build)
  await page.getByRole('button', { name: 'Open together with islands' }).click()
  await expect(landing.alert.first()).toContainText(
    /islands \([\d.]+ kB\) fits: (\d+) of \1 arcs begin and end in its functions; in those of islands \([\d.]+ k?B\) 0 of \1/,
  )
  await expect(landing.offered.nth(0)).toContainText('Program')
  await expect(landing.offered.nth(1)).toContainText('Program')
  const choices = page.getByRole('button', { name: 'Open with islands' })
  await expect(choices).toHaveText([
    /^Open with islands \([\d.]+ kB\)$/,
    /^Open with islands \([\d.]+ k?B\)$/,
  ])
  await expect(choices.first()).toBeInViewport({ ratio: 1 })
  await choices.first().click()
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('a browser that starts no worker: it says why, and what to do', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = function (): never {
      throw new Error('workers are refused here')
    }
    Object.defineProperty(window, 'Worker', { value: refuse })
  })
  await page.goto('about:blank')
  await page.goto('./')
  const landing = new Landing(page)
  await landing.drop(PROGRAM, PROFILE)
  await expect(landing.alert.first()).toContainText(/Reading stopped.*workers are refused here.*once more/)
})

test('an old browser gets a list of the features it lacks', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  await page.goto('about:blank')
  await page.goto('./')
  await expect(page.getByRole('alert')).toContainText('this browser has no Array.prototype.toSorted')
})

test('an empty folder', async ({ page }, info) => {
  const folder = info.outputPath('nothing')
  mkdirSync(folder)
  const landing = new Landing(page)
  await landing.drop(folder)
  await expect(landing.alert).toContainText('nothing is a folder with no files to open')
})

const OTHER = 'int work(int n) { return n * 3; }\nint main(void) { return work(0); }\n'

test('a program without symbols', async ({ page }, info) => {
  const path = info.outputPath('stripped')
  expect((await runTool('strip', ['-o', path, PROGRAM])).status).toBe(0)
  const landing = new Landing(page)
  await landing.drop(path, PROFILE)
  await expect(landing.alert.first()).toContainText(/stripped has no function names.*It was stripped/)
  // A user without another program can go on.
  await landing.withoutNames.click()
  await expect(new ProfilePage(page).flat.getByRole('rowheader').first()).toHaveText(/0x/)
  await landing.reload()
  await landing.drop(path, PROFILE)
  await expect(landing.alert.first()).toContainText('has no function names')
  await landing.drop(PROGRAM)
  await expect(new ProfilePage(page).row('evaluate')).toBeVisible()
})

test('another program: the evidence comes before any number @main', async ({ page }, info) => {
  const source = info.outputPath('other.c')
  const path = info.outputPath('other')
  writeFileSync(source, OTHER)
  expect((await runTool('gcc', ['-o', path, source])).status).toBe(0)
  const landing = new Landing(page)
  await landing.drop(path, PROFILE)
  await expect(landing.alert.first()).toContainText('This may not be the program that was measured')
  await expect(page.getByText(/\d+ of \d+ arcs match/)).toBeVisible()
  await page.getByRole('button', { name: 'Show numbers anyway' }).click()
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('a stripped program keeps its name when its debug file comes later', async ({ page }, info) => {
  const path = info.outputPath('stripped')
  const debug = info.outputPath('islands.debug')
  expect((await runTool('strip', ['-o', path, PROGRAM])).status).toBe(0)
  expect((await runTool('objcopy', ['--only-keep-debug', PROGRAM, debug])).status).toBe(0)
  const landing = new Landing(page)
  await landing.drop(path, PROFILE)
  await expect(landing.alert.first()).toContainText('has no function names')
  await landing.drop(debug)
  await expect(new ProfilePage(page).row('evaluate')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('stripped')
})

test('of a build tree the program is found, and one word said of the rest', async ({ page }, info) => {
  const tree = info.outputPath('tree')
  const history = join(tree, '.git')
  mkdirSync(history, { recursive: true })
  mkdirSync(join(tree, 'old', 'gmon.out'), { recursive: true })
  copyFileSync(PROGRAM, join(tree, 'islands'))
  copyFileSync(PROGRAM, join(tree, 'old', 'islands'))
  copyFileSync(PROFILE, join(tree, 'gmon.out'))
  writeFileSync(join(history, 'HEAD'), 'ref: refs/heads/main\n')
  for (const name of ['a.c', 'b.c', 'Makefile']) writeFileSync(join(tree, name), 'int a;\n')
  for (const type of ['rel', 'core', 'dyn'] as const)
    writeFileSync(join(tree, `a.${type}`), buildElf({ type, entry: 0, symbols: [{ name: 'a', address: 0 }] }))
  await page.goto('./')
  await new Landing(page).drop(tree)
  await expect(new ProfilePage(page).row('evaluate')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('islands')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByRole('button', { name: 'more' }).click()
  await expect(notices.getByRole('listitem').filter({ hasText: 'not needed' })).toHaveCount(1)
  await expect(notices).toContainText('5 files were not needed')
  await expect(notices).not.toContainText('HEAD')
})

test('a profile written over by another run takes its own place', async ({ page }, info) => {
  const path = info.outputPath('gmon.out')
  copyFileSync(PROFILE, path)
  const landing = new Landing(page)
  await landing.drop(PROGRAM, path)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  const arcs = profile.facts.filter({ hasText: 'arcs' })
  const before = await arcs.innerText()
  // Without its last arcs.
  writeFileSync(path, readFileSync(PROFILE).subarray(0, -21 * 40))
  await landing.drop(path)
  await page.getByRole('button', { name: 'Open in its place' }).click()
  await expect(arcs).not.toHaveText(before)
  await expect(profile.facts.last()).toHaveText('1 run')
})
