// axe finds no violation in any state: with a wide window in light and dark, with a narrow one in dark.
import { copyFileSync, writeFileSync } from 'node:fs'
import { expect, test, type Locator } from '@playwright/test'
import { buildElf } from '../workers/testing/builders/build-elf.ts'
import { buildGmon } from '../workers/testing/builders/build-gmon.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'
import { dress, LOOKS, overflow, violations } from './violations.ts'

const BASE = 0x40_0000
const names = Array.from({ length: 32 }, (_, f) => `f${String(f).padStart(2, '0')}`)

/** A program of 32 functions, 64 bytes each. */
const smallProgram = () =>
  buildElf({
    text: { address: BASE, size: 64 * names.length },
    symbols: names.map((name, f) => ({ name, address: BASE + 64 * f, size: 40 })),
  })

/** A profile of that program whose bins hold four functions each. */
const wideBins = () =>
  buildGmon({
    records: [
      {
        kind: 'histogram',
        low: BASE,
        high: BASE + 64 * names.length,
        rate: 100,
        bins: [100, 600, 0, 100, 0, 0, 100, 0],
      },
    ],
  })

for (const [words, look] of LOOKS) {
  test(`no violations, ${words} @main`, async ({ page }, info) => {
    await dress(page, look)
    const landing = new Landing(page)
    const profile = new ProfilePage(page)
    const bad = info.outputPath('notes.txt')
    writeFileSync(bad, 'remember the milk\n')

    await page.goto('./')
    await landing.sample.waitFor()
    expect(await violations(page), 'landing').toEqual([])
    await landing.choose(bad)
    await landing.alert.first().waitFor()
    expect(await violations(page), 'failed').toEqual([])
    await landing.choose(PROFILE)
    await landing.withoutNames.waitFor()
    expect(await violations(page), 'executable missing').toEqual([])
    await landing.choose(PROGRAM)
    await profile.row('sine').click()
    await profile.details('sine').waitFor()
    expect(await violations(page), 'flat profile').toEqual([])
    await profile.search.fill('/(/')
    await expect(profile.search).toHaveAttribute('aria-invalid', 'true')
    expect(await violations(page), 'bad search').toEqual([])
    await profile.search.fill('e')
    await profile.tab('Call graph').click()
    await profile.lines('Callees', 'sine').first().waitFor()
    expect(await violations(page), 'call graph').toEqual([])
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'CSV' }).waitFor()
    expect(await violations(page), 'export').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page), 'help').toEqual([])
    await page.keyboard.press('Escape')
    await profile.tab('Graph').last().click()
    await page.getByRole('figure').locator('[data-node]').first().waitFor()
    expect(await violations(page), 'graph').toEqual([])
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
  })

  test(`no violations in what is shared, ${words}`, async ({ page }) => {
    await dress(page, look)
    await page.goto('./')
    await new Landing(page).choose(PROFILE, PROGRAM)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByRole('button', { name: 'Save HTML file' })).toBeEnabled()
    expect(await violations(page), 'share').toEqual([])
    await page.goto('./#v=1&profile=https://profiles.example/a.gmonscope')
    await page.getByRole('button', { name: 'Do not fetch' }).waitFor()
    expect(await violations(page), 'hosted profile').toEqual([])
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
  })
}

for (const [words, look] of LOOKS) {
  test(`no violations while files are opened, or asked about, ${words}`, async ({ page }, info) => {
    await dress(page, look)
    const landing = new Landing(page)
    const profile = new ProfilePage(page)
    const second = info.outputPath('gmon.2')
    copyFileSync(PROFILE, second)
    const other = info.outputPath('other')
    writeFileSync(other, smallProgram())

    // The worker's code never comes.
    await page.route(/profile\.worker/, () => {})
    await page.goto('./')
    await landing.choose(PROGRAM, PROFILE)
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await violations(page), 'opening').toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('about:blank')

    await page.goto('./')
    await landing.choose(other, PROFILE)
    await page.getByRole('button', { name: 'Show numbers anyway' }).waitFor()
    expect(await violations(page), 'another program').toEqual([])
    await page.goto('about:blank')

    await page.goto('./#v=1&fn=sine')
    await landing.drop(PROGRAM, PROFILE)
    await profile.details('sine').waitFor()
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('gmonscope.open')), { timeout: 30_000 })
      .not.toBeNull()
    await landing.drop(second)
    await page.getByRole('dialog', { name: 'One more file' }).waitFor()
    expect(await violations(page), 'question').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'gmonscope: start over' }).click()
    await page.getByRole('button', { name: 'Reopen islands' }).waitFor()
    expect(await violations(page), 'recent profiles').toEqual([])
    await landing.dropAfter(async () => {
      await page.getByText('Drop to open').waitFor()
      expect(await violations(page), 'held over the window').toEqual([])
    }, second)
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
  })

  test(`no violations in what opens over a view, ${words}`, async ({ page }, info) => {
    await dress(page, look)
    const landing = new Landing(page)
    const profile = new ProfilePage(page)
    const [program, data] = [info.outputPath('app.elf'), info.outputPath('gmon.out')]
    writeFileSync(program, smallProgram())
    writeFileSync(data, wideBins())

    await page.goto('./#v=1&fn=f07')
    await landing.choose(program, data)
    await profile.details('f07').waitFor()
    await page.getByRole('region', { name: 'Notices' }).waitFor()
    expect(await violations(page), 'notices').toEqual([])
    await profile.tab('Histogram').click()
    await page.locator('#view svg, #view canvas').first().waitFor()
    expect(await violations(page), 'histogram').toEqual([])

    await page.goto('about:blank')
    await page.goto('./#v=1&fn=sine')
    await landing.sample.click()
    await profile.details('sine').waitFor()
    await profile.search.fill('no such function')
    await expect(profile.names()).toHaveCount(0)
    expect(await violations(page), 'nothing found').toEqual([])
    await profile.search.fill('')
    if (look.width > 1000) {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('button', { name: 'gprof columns' }).waitFor()
      expect(await violations(page), 'columns').toEqual([])
      await page.keyboard.press('Escape')
      const picture = page.getByRole('group', { name: 'Picture' })
      await picture.getByRole('button', { name: 'Graph' }).click()
      await page.getByRole('region', { name: 'Picture' }).locator('[data-node]').first().waitFor()
      expect(await violations(page), 'picture').toEqual([])
    }
    expect(await overflow(page), 'pixels beyond the window').toBeLessThanOrEqual(0)
  })
}

test('one key leads past the header to the views', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.goto('./')
  await new Landing(page).sample.click()
  await profile.row('sine').waitFor()
  const skip = page.getByRole('button', { name: 'Skip to views' })
  const first = page.locator('a[href], button, [tabindex="0"]').first()
  expect(await first.textContent()).toBe(await skip.textContent())
  await skip.focus()
  expect((await skip.boundingBox())?.height).toBeGreaterThan(20)
  expect(await violations(page), 'with the way past the header in sight').toEqual([])
  await page.keyboard.press('Enter')
  await expect(profile.tab('Flat profile')).toBeFocused()
  expect((await skip.boundingBox())?.height).toBeLessThan(2)
})

test('the focus is never lost when a key shows another view @main', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.goto('./')
  await new Landing(page).sample.click()
  await profile.flat.getByRole('columnheader').first().getByRole('button').focus()
  for (const [key, tab] of [
    ['2', 'Call graph'],
    ['3', 'Flame'],
    ['4', 'Graph'],
    ['5', 'Cycles'],
    ['1', 'Flat profile'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(profile.tab(tab).last()).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('main').getByRole('button').first()).toBeVisible()
    await expect(page.locator(':focus:not(body)')).toHaveCount(1)
    // The focus is in the view, and the next key removes the focused element.
    await page.locator('#view button').first().focus()
  }
})

test('the focus is never lost with what is closed, followed, taken back or left', async ({ page }) => {
  const profile = new ProfilePage(page)
  await page.goto('./')
  await new Landing(page).sample.click()
  await expect(profile.row('evaluate')).toBeFocused()
  const press = async (key: string, on: Locator) => {
    await on.focus()
    await page.keyboard.press(key)
  }
  const overview = page.getByRole('complementary', { name: 'Details of islands' })
  await press('Enter', overview.getByRole('link', { name: 'sine' }).first())
  await expect(profile.row('sine')).toBeFocused()
  await press('Enter', profile.details('sine').getByRole('button', { name: 'Close details' }))
  await expect(profile.row('sine')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(profile.entry('[11] sine').locator('[data-kind=primary]')).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(profile.flat.locator('[data-row]:focus')).toHaveCount(1)

  await page.keyboard.press('5')
  await press('Enter', page.getByRole('button', { name: 'Break all 2 cycles' }))
  const restore = page.getByRole('button', { name: /^Restore .* → / })
  await expect(restore).toHaveCount(2)
  await expect(restore.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(restore).toHaveCount(1)
  await expect(restore).toBeFocused()
  const taken = page.getByRole('button', { name: /^Remove/ })
  await press('Enter', taken)
  await expect(taken).toHaveCount(0)
  await expect(profile.tab('Cycles')).toBeFocused()
})

test('a screen has the focus that the one before leaves, and a panel that Tab leaves closes', async ({
  page,
}, info) => {
  const bad = info.outputPath('notes.txt')
  writeFileSync(bad, 'remember the milk\n')
  const landing = new Landing(page)
  await page.goto('./')
  await landing.started()
  // No action has moved the focus yet.
  await expect(page.locator('body')).toBeFocused()
  await landing.choose(bad)
  await landing.alert.first().waitFor()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none')
  await landing.offered.first().getByRole('button', { name: 'Remove notes.txt' }).focus()
  await page.keyboard.press('Enter')
  await expect(landing.sample).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await landing.sample.click()
  await expect(new ProfilePage(page).row('evaluate')).toBeFocused()
  const menu = page.getByRole('button', { name: 'Export', exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('group', { name: 'Export' })
  await panel.getByRole('button').last().focus()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(panel).toHaveCount(0)
  await expect(page.locator(':focus:not(body)')).toHaveCount(1)
  // A click outside closes it, once.
  await menu.click()
  await expect(panel).toBeVisible()
  await new ProfilePage(page).tab('Call graph').first().click()
  await expect(panel).toHaveCount(0)
  await menu.click()
  await menu.click()
  await expect(panel).toHaveCount(0)
})

test('on paper a dark page is dark on white, without its buttons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('./')
  await new Landing(page).sample.click()
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await profile.row('evaluate').locator('[data-tip^="self:"]').hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await expect(profile.search).toBeHidden()
  await expect(profile.row('evaluate')).toBeVisible()
})

test('no description repeats the name, and every button has a name', async ({ page }) => {
  await page.goto('./')
  await new Landing(page).choose(PROFILE, PROGRAM)
  const tree = await page.context().newCDPSession(page)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  for (const view of ['Flat profile', 'Call graph', 'Flame', 'Graph', 'Cycles', 'Diff', 'Source']) {
    await profile.tab(view).last().click()
    await expect(page.getByText('Loading the view')).toHaveCount(0)
    if (view === 'Cycles') await expect(page.getByRole('button', { name: / calls$/ }).first()).toBeVisible()
    const { nodes } = await tree.send('Accessibility.getFullAXTree')
    const told = nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, description }) => ({
        role: String(role?.value),
        name: String(name?.value ?? '').trim(),
        description: String(description?.value ?? '').trim(),
      }))
    expect(told.length).toBeGreaterThan(50)
    expect(
      told.filter(({ name, description }) => name !== '' && name === description),
      view,
    ).toEqual([])
    expect(
      told.filter(({ role, name }) => /^(?:button|link|tab|searchbox)$/.test(role) && name === ''),
      view,
    ).toEqual([])
  }
})
