// Offline use after the first visit: the page starts without a network, and an update does not
// affect an open page.
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { CyclesPage } from './pages/cycles.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { servePlainly, type PlainServer } from './plain-server.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const BUILT = fileURLToPath(new URL('../dist/page', import.meta.url))

let folder = ''
let server: PlainServer
/** A host name, because the service worker is not registered on loopback addresses. */
let address = ''

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offline-'))
  cpSync(BUILT, join(folder, 'some', 'path'), { recursive: true })
  server = await servePlainly(folder)
  address = `http://gmonscope.localhost:${server.port}/some/path/`
})
test.afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Waits until the host's version is cached and serves this page. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/**
 * Publishes the next release: another page, and assets of other names. The old ones are removed
 * from the host.
 */
function release(): void {
  const page = join(folder, 'some', 'path')
  const names = readdirSync(join(page, 'assets'))
  for (const name of readdirSync(page, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html)$/.test(name)) continue
    const path = join(page, name)
    const text = names.reduce(
      (said, asset) => said.replaceAll(asset, nextOf(asset)),
      readFileSync(path, 'utf8'),
    )
    writeFileSync(
      path,
      text.replace('<title>gmonscope', '<title>next gmonscope').replace(/version:`/, '$&next-'),
    )
  }
  for (const name of names) renameSync(join(page, 'assets', name), join(page, 'assets', nextOf(name)))
}

const nextOf = (asset: string): string => asset.replace(/\.\w+$/, '-next$&')

test('after the first visit everything works without a network @main', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(address)
  await kept(page)
  server.close()
  await page.goto(`${address}?utm=1#v=1&fn=noise`)
  await new Landing(page).sample.click()
  const profile = new ProfilePage(page)
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  for (const name of ['Call graph', 'Graph', 'Cycles']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
  }
  await expect(new CyclesPage(page).suggestions).toContainText('Provably minimal')
  // The document that profiles are saved into is cached as well.
  expect(await page.evaluate(async () => (await fetch('./gmonscope.html')).status)).toBe(200)
  expect(problems).toEqual([])
})

/** Publishes the next release, and has the browser look for it. */
async function releaseTo(page: Page): Promise<void> {
  release()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const next = registration.installing ?? registration.waiting
    while (next && next.state === 'installing')
      await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }))
  })
}

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A newer version is ready.' })

/** The script of the next release; the title is the profile's. */
const nextScript = (page: Page) => page.locator('head > script[src*="-next."]')

test('an open page takes an update by one click, with what is open @main', async ({ page, context }) => {
  await page.goto(`${address}#v=1&fn=noise&cut=raise_land/evaluate`)
  await kept(page)
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await profile.settled()
  const rows = await profile.flatRows()
  const hash = new URL(page.url()).hash
  const beside = await context.newPage()
  await beside.goto(address)
  await new Landing(beside).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(beside).flat).toBeVisible()

  await releaseTo(page)
  await expect(offer(beside)).toBeVisible()
  await offer(page).getByRole('button', { name: 'Update' }).click()
  await expect(nextScript(page)).toHaveCount(1)
  await expect(profile.row('noise')).toHaveAttribute('aria-selected', 'true')
  await profile.settled()
  expect(await profile.flatRows()).toEqual(rows)
  expect(new URL(page.url()).hash).toBe(hash)
  // The other page goes on with the parts of its own version, and takes the update by a click of its own.
  await beside.getByRole('tab', { name: 'Cycles' }).click()
  await expect(new CyclesPage(beside).items.first()).toBeVisible()
  await expect(nextScript(beside)).toHaveCount(0)
  await offer(beside).getByRole('button', { name: 'Update' }).click()
  await expect(nextScript(beside)).toHaveCount(1)
  await expect(new CyclesPage(beside).items.first()).toBeVisible()
})

test('an update names what has to be opened again', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('gmonscope.recent', 'off'))
  await page.goto(address)
  await kept(page)
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.flat).toBeVisible()
  await releaseTo(page)
  await offer(page).getByRole('button', { name: 'Update' }).click()
  const loss = page.getByRole('status').filter({ hasText: 'After the update, open again: the profile.' })
  await expect(loss).toBeVisible()
  await expect(profile.flat).toBeVisible()
  await loss.getByRole('button', { name: 'Update anyway' }).click()
  await expect(nextScript(page)).toHaveCount(1)
})

test('an update leaves an open page alone and comes with the next start', async ({ page, context }) => {
  await page.goto(address)
  await kept(page)
  await new Landing(page).drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).flat).toBeVisible()
  await releaseTo(page)
  // Parts that the page has not loaded yet are no longer on the host.
  await page.getByRole('tab', { name: 'Cycles' }).click()
  await expect(new CyclesPage(page).items.first()).toBeVisible()
  // A second page has the same version: versions are never mixed.
  const beside = await context.newPage()
  await beside.goto(address)
  await expect(beside).toHaveTitle('gmonscope')
  await beside.close()
  await page.close()

  const next = await context.newPage()
  await expect(async () => {
    await next.goto('about:blank')
    await next.goto(address)
    await expect(next).toHaveTitle('next gmonscope')
  }).toPass()
  await new Landing(next).sample.click()
  await next.getByRole('tab', { name: 'Cycles' }).click()
  await expect(new CyclesPage(next).items.first()).toBeVisible()
  expect(await next.evaluate(() => caches.keys())).toHaveLength(1)
})

test('a host in the middle of an update is not kept', async ({ page }) => {
  release()
  const script = join(folder, 'some', 'path', 'service-worker.js')
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll('-next.js', '-last.js'))
  await page.goto(address)
  await expect.poll(() => server.asked.some((path) => path.endsWith('/service-worker.js'))).toBe(true)
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state ?? registration?.installing?.state ?? 'none'
    })
  await expect.poll(state).toBe('none')
  await new Landing(page).sample.click()
  await expect(new ProfilePage(page).flat).toBeVisible()
})

test('a worker has the page’s policy from a host that sends none', async ({ page }) => {
  await page.goto(address)
  await kept(page)
  const policies = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    const cache = await caches.open(name)
    const found: (string | null)[] = []
    for (const { url } of await cache.keys()) {
      if (/\.worker-[\w-]+\.js$/.test(url))
        found.push((await cache.match(url))?.headers.get('Content-Security-Policy') ?? null)
    }
    return found
  })
  expect(policies).toHaveLength(4)
  for (const policy of policies) expect(policy).toContain("default-src 'none'")
  // One of them fetches hosted profiles; the others make no requests.
  expect(policies.filter((policy) => policy?.includes("connect-src 'self';"))).toHaveLength(3)
  expect(policies.filter((policy) => policy?.includes("connect-src 'self' https:;"))).toHaveLength(1)
})

test('nothing is kept on the plain addresses of this machine', async ({ page, baseURL }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    navigator.serviceWorker.register = (script) => {
      asked.push(String(script))
      return Promise.reject(new Error('not in this test'))
    }
  })
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  const stayAt = async (place: string): Promise<void> => {
    await page.goto(place)
    await new Landing(page).sample.waitFor()
    await page.clock.fastForward('01:00')
  }
  await stayAt(address)
  await expect.poll(asked).toEqual(['./service-worker.js'])
  await stayAt(baseURL ?? '')
  await page.waitForTimeout(500)
  expect(await asked()).toEqual([])
})

test('it can be installed', async ({ page }) => {
  await page.goto(address)
  await kept(page)
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '') as { icons: readonly { src: string }[] }
  for (const { src } of manifest.icons) {
    expect(await page.evaluate(async (path) => (await fetch(path)).status, src)).toBe(200)
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The test's browser is incognito, which is its only complaint.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})
