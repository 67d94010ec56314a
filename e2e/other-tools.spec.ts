// Exports for other tools equal the command line's output, and speedscope opens them. Tests without
// a browser: workers/testing/parity/other-tools.test.ts.
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { runCommandLine } from '../workers/node/command-line.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'

const SPEEDSCOPE = fileURLToPath(
  new URL('../node_modules/speedscope/dist/release/index.html', import.meta.url),
)

test.beforeEach(async ({ page }) => {
  await page.goto('./')
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
})

interface Saved {
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
}

async function saved(page: Page, button: string): Promise<Saved> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  const path = test.info().outputPath(file.suggestedFilename())
  await file.saveAs(path)
  return { name: file.suggestedFilename(), path, bytes: readFileSync(path) }
}

async function written(command: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const status = await runCommandLine([command, PROGRAM, PROFILE], {
    stdout: (bytes) => void pieces.push(Uint8Array.from(bytes)),
    stderr: (bytes) => expect(Buffer.from(bytes).toString()).toBe(''),
  })
  expect(status).toBe(0)
  return Buffer.concat(pieces)
}

/** Returns the rows of speedscope's table: "Total, Self, Symbol Name". */
async function openInSpeedscope(page: Page, path: string): Promise<string[][]> {
  await page.goto(pathToFileURL(SPEEDSCOPE).href)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByText('Sandwich').click()
  await expect(page.locator('table tr').nth(1)).toBeVisible()
  const texts = await page.locator('table tr').allInnerTexts()
  return texts.slice(1).map((text) => text.split('\t').map((cell) => cell.trim()))
}

for (const { button, command, name, title } of [
  {
    button: 'speedscope',
    command: 'speedscope',
    name: 'islands.speedscope.json',
    title: 'islands: stacks estimated from call counts (gprof)',
  },
  { button: 'pprof', command: 'pprof', name: 'islands.pb.gz', title: 'islands.pb.gz' },
  {
    button: 'Stacks',
    command: 'stacks',
    name: 'islands.stacks.txt',
    title: 'islands.stacks.txt',
  },
]) {
  test(`${button}: as on the command line, and speedscope shows gprof’s self times`, async ({ page }) => {
    const file = await saved(page, button)
    expect(file.name).toBe(name)
    const unpacked = (bytes: Buffer): string =>
      (command === 'pprof' ? gunzipSync(bytes) : bytes).toString('latin1')
    expect(unpacked(file.bytes)).toBe(unpacked(await written(command)))

    const shown = await openInSpeedscope(page, file.path)
    await expect.poll(() => page.title()).toContain(title)
    const expected = await gprofFlat(PROFILE)
    for (const [at, [, , self = '', , , , symbol = '']] of expected.slice(0, 8).entries()) {
      const [, text = '', shownName] = shown[at] ?? []
      expect(shownName).toBe(symbol)
      expect(secondsOf(text)).toBeCloseTo(Number(self), 1)
    }
  })
}

test('Callgrind: as on the command line', async ({ page }) => {
  const file = await saved(page, 'Callgrind')
  expect(file.name).toBe('callgrind.out.islands')
  expect(file.bytes.toString()).toBe((await written('callgrind')).toString())
  // speedscope reads this format as well, without its cycles.
  const shown = await openInSpeedscope(page, file.path)
  expect(shown.map(([, , symbol]) => symbol)).toContain('raise_row')
})

/** Parses "2.71s (56%)", "360.23ms (7.5%)", or a number of microseconds. */
function secondsOf(text: string): number {
  const [, number = '', unit = ''] = /^([\d.,]+)(m?s)? \(/.exec(text) ?? []
  const value = Number(number.replaceAll(',', ''))
  return unit === 's' ? value : unit === 'ms' ? value / 1e3 : value / 1e6
}
