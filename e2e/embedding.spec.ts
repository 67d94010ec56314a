// Embedded in another page: that page may send a profile, if its origin is expected or the user
// agrees, and learns nothing else.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { createPageServer, listen } from '../scripts/serve.mjs'
import { PROFILE, PROGRAM } from './sample.ts'

let server: Server
let address = ''
/**
 * Serves the embedding pages. Real servers, because browsers do not let other sites embed pages of
 * this machine.
 */
let around: Server
let html = ''
let HOST = ''
let HOSTILE = ''

test.beforeAll(async () => {
  around = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html))
  const port = await listen(around, 0)
  HOST = `http://ci.localhost:${port}`
  HOSTILE = `http://hostile.localhost:${port}`
  server = createPageServer(fileURLToPath(new URL('../dist/page', import.meta.url)), { framedBy: '*' })
  address = `http://127.0.0.1:${await listen(server, 0)}/`
})
test.afterAll(() => {
  for (const one of [server, around]) {
    one.close()
    one.closeAllConnections()
  }
})

/** Opens a page that embeds ours, and records the messages it receives. */
async function embed(page: Page, host: string, hash = ''): Promise<FrameLocator> {
  html = `<!doctype html><script>
    window.heard = []
    window.allowed = ${JSON.stringify(new URL(address).origin)}
    addEventListener('message', (event) => heard.push({ ...event.data, by: event.origin }))
    window.hand = (message, files) => frames[0].postMessage({ gmonscope: 'open', version: 1,
      files: files.map(([name, base64]) => ({ name, bytes: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) })),
      ...message }, allowed)
    </script><iframe src="${address}${hash}" style="width: 100%; height: 90vh"></iframe>`
  await page.goto(host)
  await expect
    .poll(() => heard(page))
    .toContainEqual({ gmonscope: 'ready', version: 1, by: address.slice(0, -1) })
  return page.frameLocator('iframe').first()
}

const heard = (page: Page): Promise<readonly unknown[]> => page.evaluate('heard')

const fileOf = (path: string): readonly [string, string] => [
  path.replace(/^.*\//, ''),
  readFileSync(path).toString('base64'),
]

async function hand(page: Page, message: object, ...paths: readonly string[]): Promise<void> {
  await page.evaluate(
    `hand(${JSON.stringify(message)}, ${JSON.stringify(paths.map((path) => fileOf(path)))})`,
  )
}

const answered = (outcome: string, more: object = {}) =>
  expect.objectContaining({ gmonscope: 'answer', version: 1, outcome, ...more })

const question = (frame: FrameLocator) => frame.getByRole('dialog', { name: 'A profile from another page' })
const names = (frame: FrameLocator) =>
  frame.getByRole('grid', { name: 'Flat profile' }).getByRole('rowheader')

test('an expected page hands in a profile with what to show', async ({ page }) => {
  const frame = await embed(page, HOST, `#from=${HOST}`)
  await hand(page, { id: 'run 7', state: '#v=1&fn=noise' }, PROGRAM, PROFILE)
  await expect(frame.getByRole('complementary', { name: 'Details of noise' })).toBeVisible()
  await expect.poll(() => heard(page)).toContainEqual(answered('opened', { id: 'run 7' }))
  // It may replace its own profile.
  await hand(page, { id: 8, state: '#v=1&fn=sine' }, PROGRAM, PROFILE)
  await expect(frame.getByRole('complementary', { name: 'Details of sine' })).toBeVisible()
})

test('what cannot be opened is answered with the reason', async ({ page }) => {
  await embed(page, HOST, `#from=${HOST}`)
  await hand(page, {}, PROGRAM)
  await expect.poll(() => heard(page)).toContainEqual(answered('failed', { reason: 'input/profile-missing' }))
  await page.evaluate(`frames[0].postMessage({ gmonscope: 'open', version: 1, files: 'all' }, allowed)`)
  await expect
    .poll(() => heard(page))
    .toContainEqual(answered('refused', { reason: 'files should be a list of 1 to 400' }))
})

test('of any other page a person is asked, by name, and once', async ({ page }) => {
  const frame = await embed(page, HOSTILE, `#from=${HOST}`)
  await hand(page, {}, PROGRAM, PROFILE)
  await expect(question(frame)).toContainText(HOSTILE)
  await expect(question(frame)).toContainText('islands, gmon.out')
  await hand(page, { id: 'impatient' }, PROGRAM, PROFILE)
  await expect.poll(() => heard(page)).toContainEqual(answered('refused', { id: 'impatient' }))
  await frame.getByRole('button', { name: 'No' }).click()
  await expect.poll(() => heard(page)).toContainEqual(answered('declined'))
  await hand(page, { id: 'insisting' }, PROGRAM, PROFILE)
  await expect.poll(() => heard(page)).toContainEqual(answered('declined', { id: 'insisting' }))
  await expect(question(frame)).toHaveCount(0)
  await expect(frame.getByRole('heading', { name: 'Where did the time go?' })).toBeVisible()
})

test('a person may agree', async ({ page }) => {
  const frame = await embed(page, HOSTILE)
  await hand(page, {}, PROGRAM, PROFILE)
  await frame.getByRole('button', { name: 'Open it' }).click()
  await expect(names(frame).first()).toContainText('evaluate')
  await expect.poll(() => heard(page)).toContainEqual(answered('opened'))
})

test('what a person has opened stays, and the page around hears nothing of it', async ({ page }) => {
  const frame = await embed(page, HOST, `#from=${HOST}`)
  await frame.getByLabel('Open profile files').setInputFiles([PROGRAM, PROFILE])
  await expect(names(frame).first()).toContainText('evaluate')
  await frame.getByRole('tab', { name: 'Cycles' }).click()
  await expect(frame.getByRole('list', { name: 'Cycles', exact: true })).toBeVisible()
  expect(await heard(page)).toHaveLength(1)
  await hand(page, {}, PROFILE)
  await expect(question(frame)).toContainText('gmon.out')
  await frame.getByRole('button', { name: 'No' }).click()
  await expect(frame.getByRole('heading', { name: 'islands', level: 1 })).toBeVisible()
})

test('only the page around counts: not another frame, nor a window that opened it', async ({ page }) => {
  const frame = await embed(page, HOST, `#from=${HOST}`)
  await page.evaluate(`new Promise((loaded) => {
    const other = document.createElement('iframe')
    other.srcdoc = '<script>parent.frames[0].postMessage({ gmonscope: "open", version: 1, files: [{ name: "x", bytes: new ArrayBuffer(8) }] }, "*")</' + 'script>'
    other.onload = loaded
    document.body.append(other)
  })`)
  // A later request is answered, and the earlier one is not.
  await hand(page, { id: 'after' }, PROGRAM)
  await expect.poll(() => heard(page)).toContainEqual(answered('failed', { id: 'after' }))
  await expect(question(frame)).toHaveCount(0)
  expect(await heard(page)).toHaveLength(2)
})

test('names that are markup are text, in the question as well', async ({ page }) => {
  const frame = await embed(page, HOSTILE)
  await page.evaluate(
    `hand({}, [['<img src=x onerror="parent.postMessage({ ran: true }, &quot;*&quot;)">', '']])`,
  )
  await expect(question(frame)).toContainText('<img src=x')
  await frame.getByRole('button', { name: 'Open it' }).click()
  await expect.poll(() => heard(page)).toContainEqual(answered('failed'))
  expect(JSON.stringify(await heard(page))).not.toContain('ran')
})

test('our own server forbids embedding the page in a frame', async ({ page, baseURL }) => {
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  html = `<iframe src="${baseURL}"></iframe>`
  await page.goto(HOSTILE)
  await refused
})
