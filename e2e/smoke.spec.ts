// The built page loads from any path, logs no error, and contacts no other host.
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'

for (const place of ['./', './some/sub/path/', './some/sub/path/index.html']) {
  test(`the page loads at ${place} @main`, async ({ page, baseURL }) => {
    const address = new URL(place, baseURL)
    const guard = await guardPage(page, address.origin)
    await page.goto(address.href)
    await expect(page).toHaveTitle(/gmonscope/)
    // React has replaced the static text.
    await expect(page.locator('#root > *').first()).toBeVisible()
    await expect(page.locator('#not-started')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(guard.problems).toEqual([])
  })
}

for (const [what, inserted, problem] of [
  ['an inline handler', '<img src="./favicon.svg" onload="window.ran = true">', /Content Security Policy/],
  ['an inline script', '<script>window.ran = true</script>', /Content Security Policy/],
  ['a picture of another host', '<img src="http://elsewhere.invalid/x.png">', /elsewhere\.invalid/],
] as const) {
  test(`the guard notices ${what} in the page`, async ({ page, baseURL }) => {
    const address = new URL('./', baseURL)
    const guard = await guardPage(page, address.origin)
    await page.route(address.href, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace('</body>', `${inserted}</body>`),
      })
    })
    await page.goto(address.href)
    await expect.poll(() => guard.problems.join('\n')).toMatch(problem)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
}

test('the guard notices an error, and a page that leads elsewhere', async ({ page, baseURL }) => {
  const address = new URL('./', baseURL)
  const guard = await guardPage(page, address.origin)
  await page.goto(address.href)
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('on purpose')
    })
    // Not covered by the policy: a user's click may lead anywhere, the page itself may not.
    location.href = 'http://elsewhere.invalid/'
  })
  await expect.poll(() => guard.problems.join('\n')).toContain('request to http://elsewhere.invalid/')
  await expect.poll(() => guard.problems.join('\n')).toContain('on purpose')
})

test('a text becomes neither HTML nor a script, and a worker comes from the page alone', async ({
  page,
  baseURL,
}) => {
  await page.goto(new URL('./', baseURL).href)
  const sinks = await page.evaluate(() => {
    const nameOf = (set: () => unknown): string => {
      try {
        set()
        return 'set'
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      html: nameOf(() => (document.createElement('div').innerHTML = '<b>bold</b>')),
      script: nameOf(() => (document.createElement('script').text = '1')),
      elsewhere: nameOf(() => new Worker('http://elsewhere.invalid/worker.js')),
    }
  })
  expect(sinks).toEqual({ html: 'TypeError', script: 'TypeError', elsewhere: 'TypeError' })
})

test('the policy holds: the page and its workers reach only their own files @main', async ({
  page,
  baseURL,
}) => {
  // A server that answers and allows any origin, so only the policy prevents the request.
  await page
    .context()
    .route('http://elsewhere.invalid/**', (route) =>
      route.fulfill({ body: 'reached', headers: { 'Access-Control-Allow-Origin': '*' } }),
    )
  await page.goto(new URL('./', baseURL).href)
  const answers = await page.evaluate(async () => {
    const refused = new Promise((tell) =>
      document.addEventListener('securitypolicyviolation', (event) => tell(event.effectiveDirective)),
    )
    const [own, elsewhere] = await Promise.allSettled([
      fetch('./favicon.svg'),
      fetch('http://elsewhere.invalid/'),
    ])
    const source = `fetch('http://elsewhere.invalid/').then(() => postMessage('reached'), () => postMessage('refused'))`
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
    return {
      own: own.status,
      elsewhere: elsewhere.status,
      because: await refused,
      fromWorker: await new Promise((tell) =>
        worker.addEventListener('message', (event) => tell(event.data)),
      ),
    }
  })
  expect(answers).toEqual({
    own: 'fulfilled',
    elsewhere: 'rejected',
    because: 'connect-src',
    fromWorker: 'refused',
  })
})
