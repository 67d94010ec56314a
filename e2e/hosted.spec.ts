// A profile on another host: no request before the user agrees, and none to other hosts.
import { expect, test, type Page, type Route } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const HOST = 'https://profiles.example'
const ADDRESS = `${HOST}/builds/7/islands.gmonscope`
const SAVED = readFileSync(new URL('../workers/testing/golden-saved/islands-v1.gmonscope', import.meta.url))
const OPEN = { 'Access-Control-Allow-Origin': '*' }

interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Intercepts requests to other hosts: answered by the given handler, or blocked. */
async function watch(
  page: Page,
  origin: string,
  answer: (route: Route) => Promise<void> = (route) => route.fulfill({ body: SAVED, headers: OPEN }),
): Promise<Asked[]> {
  const asked: Asked[] = []
  await page.context().route('**/*', async (route) => {
    const request = route.request()
    if (/^(?:data|blob):/.test(request.url()) || request.url().startsWith(origin)) return route.fallback()
    asked.push({ url: request.url(), headers: await request.allHeaders() })
    return request.url().startsWith(HOST) ? answer(route) : route.abort()
  })
  return asked
}

const agree = (page: Page) => page.getByRole('button', { name: 'Fetch from profiles.example' })

let origin = ''
test.beforeEach(({ baseURL }) => {
  origin = new URL(baseURL ?? '').origin
})

test('is fetched after the person agrees to its host, which is remembered', async ({ page, context }) => {
  const asked = await watch(page, origin)
  await page.goto(`./#v=1&fn=noise&profile=${ADDRESS}`)
  await expect(agree(page)).toBeVisible()
  await expect(page.getByText(ADDRESS, { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])

  await agree(page).click()
  await expect(new ProfilePage(page).row('noise')).toHaveAttribute('aria-selected', 'true')
  expect(asked.map(({ url }) => url)).toEqual([ADDRESS])
  expect(asked[0]?.headers).not.toHaveProperty('cookie')
  expect(asked[0]?.headers).not.toHaveProperty('referer')
  // The address holds both the state and the profile's location.
  expect(new URL(page.url()).hash).toContain(`profile=${ADDRESS}`)

  const tab = await context.newPage()
  await tab.goto(`./#v=1&profile=${ADDRESS}`)
  await expect(new ProfilePage(tab).graph).toBeVisible()
  expect(asked.map(({ url }) => url)).toEqual([ADDRESS, ADDRESS])
})

test('is not fetched if the person declines', async ({ page }) => {
  const asked = await watch(page, origin)
  await page.goto(`./#v=1&fn=noise&profile=${ADDRESS}`)
  await page.getByRole('button', { name: 'Do not fetch' }).click()
  await expect(new Landing(page).sample).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('#v=1&fn=noise')
  expect(asked).toEqual([])
})

test('of the page’s own host needs no asking', async ({ page }) => {
  const asked = await watch(page, origin)
  await page.route('**/ci/islands.gmonscope', (route) => route.fulfill({ body: SAVED }))
  await page.goto('./#v=1&profile=./ci/islands.gmonscope')
  await expect(new ProfilePage(page).graph).toBeVisible()
  expect(asked).toEqual([])
})

test('can be cancelled while it comes', async ({ page }) => {
  // Never answered.
  await watch(page, origin, () => new Promise(() => {}))
  await page.goto(`./#v=1&profile=${ADDRESS}`)
  await agree(page).click()
  await expect(page.getByRole('progressbar', { name: 'Fetching' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(new Landing(page).sample).toBeVisible()
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
})

test('an address need not be a well-formed name', async ({ page }) => {
  await watch(page, origin)
  await page.goto(`./#v=1&profile=${encodeURIComponent(`${HOST}/100%.gmonscope`)}`)
  await agree(page).click()
  await expect(new ProfilePage(page).graph).toBeVisible()
})

test('Back leaves the question', async ({ page }) => {
  const asked = await watch(page, origin)
  await page.goto('./#v=1&fn=noise')
  await page.evaluate((hash) => (location.hash = hash), `#v=1&profile=${ADDRESS}`)
  await expect(agree(page)).toBeVisible()
  await page.goBack()
  await expect(new Landing(page).sample).toBeVisible()
  await expect(agree(page)).toBeHidden()
  expect(asked).toEqual([])
})

test('Back leaves what could not be fetched', async ({ page }) => {
  await watch(page, origin, (route) => route.fulfill({ status: 404, headers: OPEN }))
  const landing = new Landing(page)
  await page.goto('./#v=1&fn=noise')
  await page.evaluate((hash) => (location.hash = hash), `#v=1&profile=${ADDRESS}`)
  await agree(page).click()
  await expect(landing.alert.first()).toBeVisible()
  await page.goBack()
  await expect(landing.sample).toBeVisible()
})

test('files dropped on the question are an answer to it, and are asked about as ever', async ({ page }) => {
  const asked = await watch(page, origin)
  const landing = new Landing(page)
  await page.goto('./')
  await landing.drop(PROGRAM, PROFILE)
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
  await page.evaluate((hash) => (location.hash = hash), `#v=1&profile=${ADDRESS}`)
  await expect(agree(page)).toBeVisible()
  await landing.drop(PROFILE)
  const question = page.getByRole('dialog', { name: 'One more file' })
  await expect(question).toContainText('gmon.out: what should happen with it?')
  await expect(agree(page)).toBeHidden()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(new ProfilePage(page).row('noise')).toBeVisible()
  await expect.poll(() => page.url()).not.toContain('profile=')
  expect(asked).toEqual([])
})

const FAILURES: readonly {
  readonly what: string
  readonly answer: (route: Route) => Promise<void>
  readonly says: RegExp
}[] = [
  {
    what: 'is not there',
    answer: (route) => route.fulfill({ status: 404, headers: OPEN }),
    says: /The profile is not there.*status 404/,
  },
  {
    what: 'may not be read by other pages',
    answer: (route) =>
      route.fulfill({ body: SAVED, headers: { 'Access-Control-Allow-Origin': 'https://elsewhere.example' } }),
    says: /could not be fetched.*does not allow other pages.*Access-Control-Allow-Origin/,
  },
  {
    what: 'is too large',
    answer: (route) => route.fulfill({ body: '', headers: { ...OPEN, 'Content-Length': String(2 ** 33) } }),
    says: /hosted file is too large.*8\.6 GB/,
  },
  {
    what: 'has moved',
    answer: (route) =>
      route.fulfill({ status: 302, headers: { ...OPEN, Location: 'https://elsewhere.example/x' } }),
    says: /has moved.*not allowed/,
  },
  {
    what: 'is a web page',
    answer: (route) => route.fulfill({ body: '<!doctype html><script>trap()</script>', headers: OPEN }),
    says: /islands\.gmonscope is not a profile/,
  },
]

for (const { what, answer, says } of FAILURES) {
  test(`reports that ${what}`, async ({ page }) => {
    const asked = await watch(page, origin, answer)
    await page.goto(`./#v=1&profile=${ADDRESS}`)
    await agree(page).click()
    await expect(new Landing(page).alert.first()).toContainText(says)
    expect(asked.map(({ url }) => url)).toEqual([ADDRESS])
  })
}

for (const [address, says] of [
  ['http://profiles.example/x', /only https/],
  ['https://ada:secret@profiles.example/x', /name or a password/],
  ['ftp://profiles.example/x', /only https/],
  ['javascript:trap()', /only https/],
] as const) {
  test(`at ${address} is not asked for`, async ({ page }) => {
    const asked = await watch(page, origin)
    await page.goto(`./#v=1&profile=${encodeURIComponent(address)}`)
    await expect(new Landing(page).alert.first()).toContainText(says)
    expect(asked).toEqual([])
  })
}

test('a page without such a link sends no request', async ({ page }) => {
  const asked = await watch(page, origin)
  await page.goto('./#v=1&fn=noise')
  await new Landing(page).drop(PROGRAM, PROFILE)
  const profile = new ProfilePage(page)
  await expect(profile.row('noise')).toBeVisible()
  for (const tab of ['Call graph', 'Graph', 'Cycles'])
    await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Save HTML file' })).toBeEnabled()
  expect(asked).toEqual([])
})

test('the page itself may not contact other hosts, not even after a download', async ({ page }) => {
  await watch(page, origin)
  await page.goto(`./#v=1&profile=${ADDRESS}`)
  await agree(page).click()
  await expect(new ProfilePage(page).graph).toBeVisible()
  const outcome = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'let out',
        () => 'refused',
      ),
    ADDRESS,
  )
  expect(outcome).toBe('refused')
})
