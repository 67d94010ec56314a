// The last profiles reopen from the browser's own storage, after a reload and from the first screen; a switch
// forgets them, and a browser without storage works as well.
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const STATE = '#v=1&fn=noise&sort=calls-descending&cut=raise_land/evaluate'

async function openSample(page: Page, hash = STATE): Promise<ProfilePage> {
  await page.goto(`./${hash}`)
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  return profile
}

/** Waits until the profile on screen is kept. */
const kept = (page: Page) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('gmonscope.open'))).not.toBeNull()

const keepSwitch = (page: Page) => page.getByRole('checkbox', { name: 'Remember profiles' })

test('a reload shows the profile that was open, and the first screen offers it @main', async ({ page }) => {
  const profile = await openSample(page)
  await kept(page)
  const rows = await profile.flatRows()
  const facts = await profile.facts.allTextContents()
  await page.reload()
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await profile.settled()
  expect(await profile.flatRows()).toEqual(rows)
  expect(await profile.facts.allTextContents()).toEqual(facts)
  expect(new URL(page.url()).hash).toBe(STATE)

  await page.getByRole('link', { name: 'gmonscope: start over' }).click()
  const reopen = page.getByRole('button', { name: 'Reopen islands' })
  await expect(reopen).toHaveCount(1)
  // A fresh start is no reload.
  await page.goto('about:blank')
  await page.goto('./')
  await reopen.click()
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => new URL(page.url()).hash).toBe(STATE)
})

test('the switch forgets what was kept', async ({ page }) => {
  const profile = await openSample(page, '')
  await kept(page)
  await page.keyboard.press('?')
  await keepSwitch(page).uncheck()
  await expect(page.getByText('The last 5, in this browser only. Off forgets them.')).toBeVisible()
  await page.reload()
  const landing = new Landing(page)
  await expect(landing.sample).toBeVisible()
  await expect(profile.flat).toHaveCount(0)
  expect(
    await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('gmonscope')
          opening.addEventListener('success', () => {
            const count = opening.result.transaction('bytes').objectStore('bytes').count()
            count.addEventListener('success', () => resolve(count.result))
          })
        }),
    ),
  ).toBe(0)
})

test('a profile that version 0.1.0 stored is offered and reopens', async ({ page }) => {
  const profile = await openSample(page)
  await kept(page)
  // Nothing holds the database open there.
  await page.goto('./licences.txt')
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
      })
    const now = await done(indexedDB.open('gmonscope'))
    const bytes = now.transaction('bytes').objectStore('bytes')
    const [keys, values] = await Promise.all([done(bytes.getAllKeys()), done(bytes.getAll())])
    now.close()
    await done(indexedDB.deleteDatabase('gmonscope'))
    const opening = indexedDB.open('gmonscope', 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('recent', { keyPath: 'id' })
      opening.result.createObjectStore('bytes')
    })
    const then = await done(opening)
    const stores = then.transaction(['recent', 'bytes'], 'readwrite')
    await Promise.all(
      keys.map((key, at) =>
        typeof key === 'string' && key.startsWith('head of ')
          ? done(stores.objectStore('recent').put(values[at]))
          : done(stores.objectStore('bytes').put(values[at], key)),
      ),
    )
    then.close()
  })
  await page.goto('./')
  const reopen = page.getByRole('button', { name: 'Reopen islands' })
  await expect(reopen).toHaveCount(1)
  await reopen.click()
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'gmonscope: start over' }).click()
  await expect(reopen).toHaveCount(1)
})

for (const [what, spoil, says] of [
  [
    'denied',
    () =>
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    'This browser allows no storage.',
  ],
  [
    'full',
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
    'The last profile was not kept: no room in this browser’s storage.',
  ],
] as const) {
  test(`storage that is ${what} is named beside the switch only`, async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await page.addInitScript(spoil)
    const profile = await openSample(page)
    await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
    await page.waitForTimeout(2500)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByText(says)).toBeVisible()
    await page.reload()
    await expect(new Landing(page).sample).toBeVisible()
    expect(problems).toEqual([])
  })
}
