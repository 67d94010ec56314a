// Static calls as arcs of every view: from a switch to the same numbers in gprof.
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { clipboardOf } from './pages/clipboard.ts'
import { Landing } from './pages/landing.ts'
import { expectPrintedLine, ProfilePage } from './pages/profile.ts'
import { asGprofWrites, gprofGraph, PROFILE, PROGRAM } from './sample.ts'

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'static-arcs-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

async function open(page: Page, hash: string): Promise<ProfilePage> {
  await page.goto(`./${hash}`)
  await new Landing(page).drop(PROGRAM, PROFILE)
  return new ProfilePage(page)
}

const toggle = (page: Page) =>
  page.getByRole('tabpanel').getByRole('button', { name: 'Static calls', exact: true })

const ON = /static=on/

test('a switch adds them to the call graph; undo, redo, clear and the link follow', async ({ page }) => {
  test.slow()
  const profile = await open(page, '#v=1&view=call-graph&fn=parse_factor')
  const children = profile.lines('Callees', 'parse_factor')
  await expect(children).toHaveCount(6)
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false')
  await toggle(page).click()
  await expect(children).toHaveCount(9)
  const possible = children.filter({ hasText: /possible/ })
  await expect(possible).toHaveCount(3)
  await expect(possible.first()).toContainText('0/6,060,101')
  await expect(possible.first()).toContainText('possible, never taken')
  await expect(page).toHaveURL(ON)
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('with static calls')
  // The number of arcs has changed, and its tooltip gives the original.
  await expect(profile.facts.locator('[data-was]')).toHaveText('78 arcs')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(children).toHaveCount(6)
  await expect(page).not.toHaveURL(ON)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(children).toHaveCount(9)
  await new Landing(page).reload()
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(children).toHaveCount(9)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(children).toHaveCount(6)
})

test('the drawing dots them and says so, the tree marks them, the details lead there', async ({ page }) => {
  test.slow()
  const profile = await open(page, '#v=1&view=force-graph&fn=parse_factor&force-graph.scope=around')
  const figure = page.getByRole('figure')
  await expect(figure.locator('[data-arc]').first()).toBeAttached()
  const dotted = figure.locator('[data-dash=uncounted]')
  await expect(dotted).toHaveCount(0)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('group', { name: 'Options' }).getByRole('button', { name: 'Static calls' }).click()
  await expect(dotted).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Legend' }).click()
  await expect(page.getByRole('group', { name: 'Legend' })).toContainText('static call, not counted')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+z')
  await expect(dotted).toHaveCount(0)
  const details = profile.details('parse_factor')
  await details.getByRole('button', { name: 'Static calls' }).click()
  await details.getByRole('button', { name: 'Show everywhere' }).click()
  await expect(dotted).not.toHaveCount(0)
  await expect(details.getByText('possible, never taken').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Call graph' }).click()
  await page.getByRole('button', { name: 'Callees', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: /new_node possible, never taken/ })).toBeVisible()
})

test('gprof prints the same numbers with what is copied and saved', async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const profile = await open(page, '#v=1&view=call-graph&static=on')
  const bar = page.getByRole('region', { name: 'What if' })
  await bar.getByRole('button', { name: 'Copy gprof options' }).click()
  // On x86 gprof's own search finds no backward call, which the page reports.
  await expect(bar.getByRole('status')).toContainText('gprof’s own -c finds none of the 10 calls')
  expect(await clipboardOf(page)).toBe('gprof islands gmon.out static-arcs.gmon')
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Save static-arcs.gmon' }).click()
  const arcs = join(folder, 'static-arcs.gmon')
  await (await download).saveAs(arcs)

  const theirs = await gprofGraph(PROFILE, arcs)
  await expect(profile.graph).toHaveAttribute('aria-rowcount', String(theirs.length + 1))
  const entry = theirs.find(({ name }) => name === 'parse_factor')
  expect(entry?.children.filter((line) => /^(0|0\.00 0\.00 0\/)/.test(line)).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'As gprof prints' }).click()
  await profile.search.fill('parse_factor')
  await page.keyboard.press('Escape')
  for (const { title, primary } of theirs.slice(0, 10)) {
    const own = profile.entry(title).getByRole('row').and(page.locator('[data-kind=primary]'))
    const cells = await own.evaluate((row) =>
      [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent ?? ''),
    )
    const words = cells.filter((cell) => cell !== '').map(asGprofWrites)
    expectPrintedLine(`${words.join(' ')} ${title.split(' ')[0]}`, primary)
  }

  // The whole exported listing, byte for byte.
  await page.getByRole('button', { name: 'Export' }).click()
  const listing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'gprof listing' }).click()
  const saved = join(folder, 'listing.txt')
  await (await listing).saveAs(saved)
  const { stdout } = await runGprof(['-b', PROGRAM, PROFILE, arcs])
  expect(await readFile(saved, 'latin1')).toBe(stdout)
})
