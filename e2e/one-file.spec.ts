// One HTML file with the page and a profile, opened from a disk, without a server or any request.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { enclose, ONE_FILE } from '../workers/core/reports/one-file.ts'
import { runCommandLine } from '../workers/node/command-line.ts'
import { CyclesPage } from './pages/cycles.ts'
import { Landing } from './pages/landing.ts'
import { printed, ProfilePage } from './pages/profile.ts'
import { gprofFlat, PROFILE, PROGRAM } from './sample.ts'

const EMPTY = fileURLToPath(new URL(`../dist/page/${ONE_FILE}`, import.meta.url))

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-file-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

function write(state: string, ...paths: readonly string[]): string {
  const files = paths.map((path) => ({ name: basename(path), bytes: readFileSync(path).toString('base64') }))
  const html = enclose(readFileSync(EMPTY, 'utf8'), { version: 1, state, files }).join('')
  const path = join(folder, 'saved.html')
  writeFileSync(path, html)
  return pathToFileURL(path).href
}

/** Records all network requests and all errors. */
function watch(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) problems.push(request.url())
  })
  return problems
}

test('opens from a disk with its profile, its state and every worker @main', async ({ page, context }) => {
  await context.setOffline(true)
  const problems = watch(page)
  await page.goto(write('#v=1&fn=noise&sort=calls-descending', PROGRAM, PROFILE))
  const profile = new ProfilePage(page)
  await expect(profile.heading('Calls')).toHaveAttribute('aria-sort', 'descending')
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await profile.sortBy('Self')
  const names = (await gprofFlat(PROFILE)).map((row) => row.at(-1) ?? '')
  await expect(profile.names().first()).toContainText(names[0] ?? '?')

  await page.getByRole('tab', { name: 'Graph', exact: true }).click()
  await expect(
    page
      .getByRole('figure')
      .getByRole('button', { name: /^noise/ })
      .first(),
  ).toBeVisible()
  await profile.tab('Cycles').click()
  const cycles = new CyclesPage(page)
  await expect(cycles.suggestions).toContainText('Provably minimal')
  expect(problems).toEqual([])
})

test('the command line writes one, and it holds no program', async ({ page }) => {
  const path = join(folder, 'written.html')
  const said: string[] = []
  const io = {
    stdout: (bytes: Uint8Array) => said.push(Buffer.from(bytes).toString()),
    stderr: (bytes: Uint8Array) => said.push(Buffer.from(bytes).toString()),
  }
  expect(await runCommandLine(['html', '-o', path, PROGRAM, PROFILE], io)).toBe(0)
  expect(said).toEqual([])
  const problems = watch(page)
  await page.goto(pathToFileURL(path).href)
  const profile = new ProfilePage(page)
  await expect(profile.row('noise')).toBeVisible()
  await profile.showGprofColumns()
  const shown = (await profile.flatRows()).map((cells) => [
    printed(cells['% time']),
    printed(cells.Self),
    cells.Calls?.replaceAll(',', ''),
    cells.Name,
  ])
  const theirs = await gprofFlat(PROFILE)
  expect(shown).toEqual(theirs.map((row) => [row[0], row[2], row[3], row.at(-1)]))
  expect(readFileSync(path).length - readFileSync(EMPTY).length).toBeLessThan(4000)
  expect(problems).toEqual([])
})

test('a link into it says more than the state it was saved with', async ({ page }) => {
  await page.goto(`${write('#v=1&fn=noise', PROGRAM, PROFILE)}#v=1&fn=sine`)
  await expect(new ProfilePage(page).row('sine')).toHaveAttribute('aria-selected', 'true')
})

test('without a profile it is the page, and opens what is dropped', async ({ page }) => {
  await page.goto(pathToFileURL(EMPTY).href)
  // Only the hosted page has the sample.
  await expect(new Landing(page).sample).toHaveCount(0)
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
})

test('a folder, which the browser refuses there, is refused in words', async ({ page }) => {
  await page.goto(pathToFileURL(EMPTY).href)
  await new Landing(page).drop(join(PROGRAM, '..'))
  await expect(page.getByRole('alert')).toContainText('drop the files that are in it')
})

test('the hosted page, opened from its folder, is that file', async ({ page }) => {
  const problems = watch(page)
  await page.goto(`${pathToFileURL(join(EMPTY, '..', 'index.html')).href}#v=1&fn=noise`)
  await expect(page).toHaveURL(/gmonscope\.html#v=1&fn=noise$/)
  await expect(page.getByText(/This link shows/)).toContainText('noise')
  expect(problems.filter((text) => !/CORS|ERR_FAILED|origin 'null'/.test(text))).toEqual([])
})

test('a link to a hosted profile is not followed, wherever the file is served', async ({ page }) => {
  await page.goto('./gmonscope.html#profile=./sample/gmon.out')
  await expect(page.getByRole('alert')).toContainText('this page is a single file and fetches nothing')
})

test('damage is reported, and other files still open', async ({ page }) => {
  const address = write('', PROGRAM, PROFILE)
  const path = fileURLToPath(address)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"bytes":"', '"bytes":"*'))
  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('The profile in this file')
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
})

test('its policy holds: no request, no other script, not even from a worker', async ({ page, context }) => {
  await context.route('http://elsewhere.invalid/**', (route) =>
    route.fulfill({ body: 'reached', headers: { 'Access-Control-Allow-Origin': '*' } }),
  )
  await page.goto(write('', PROGRAM, PROFILE))
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
  const answers = await page.evaluate(async () => {
    const script = document.createElement('script')
    // Trusted Types let no text become a script; one that is built from nodes is refused later.
    script.append(document.createTextNode('window.ran = true'))
    document.head.append(script)
    const source = `fetch('http://elsewhere.invalid/').then(() => postMessage('reached'), () => postMessage('refused'))`
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
    const said = new Promise((tell) => worker.addEventListener('message', ({ data }) => tell(data)))
    return {
      ran: 'ran' in window,
      page: await fetch('http://elsewhere.invalid/').then(
        () => 'reached',
        () => 'refused',
      ),
      worker: await said,
    }
  })
  expect(answers).toEqual({ ran: false, page: 'refused', worker: 'refused' })
})
