// The built page loads wherever it lies, says nothing bad about itself, and talks to nobody.
import { expect, test } from '@playwright/test'
import { guardPage } from './page-guard.ts'

for (const place of ['./', './some/sub/path/', './some/sub/path/index.html']) {
  test(`the page loads at ${place}`, async ({ page, baseURL }) => {
    const address = new URL(place, baseURL)
    const guard = await guardPage(page, address.origin)
    await page.goto(address.href)
    await expect(page).toHaveTitle(/gmonscope/)
    // React has taken the place of the words that are there without it.
    await expect(page.locator('#root > *').first()).toBeVisible()
    await expect(page.locator('#not-started')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(guard.problems).toEqual([])
  })
}

test('the guard would notice: a request elsewhere, a breach of the policy, an error', async ({
  page,
  baseURL,
}) => {
  const address = new URL('./', baseURL)
  const guard = await guardPage(page, address.origin)
  await page.goto(address.href)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    setTimeout(() => {
      throw new Error('on purpose')
    })
    // Not covered by the policy: a person's click may lead anywhere, the page by itself nowhere.
    location.href = 'http://elsewhere.invalid/'
  })
  await expect.poll(() => guard.problems.join('\n')).toMatch(/Content Security Policy/)
  await expect.poll(() => guard.problems.join('\n')).toContain('request to http://elsewhere.invalid/')
  await expect.poll(() => guard.problems.join('\n')).toContain('on purpose')
})

test('the policy holds: the page cannot fetch from anybody else, not even with our server out of the way', async ({
  page,
  baseURL,
}) => {
  await page.goto(new URL('./', baseURL).href)
  const answers = await page.evaluate(async () => {
    const ends = await Promise.allSettled([
      fetch('http://elsewhere.invalid/'),
      fetch('./favicon.svg').then((response) => response.ok),
    ])
    return {
      fetches: ends.map((end) => end.status),
      beacon: navigator.sendBeacon('http://elsewhere.invalid/', 'x'),
      policy: document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '',
    }
  })
  expect(answers.fetches).toEqual(['rejected', 'fulfilled'])
  expect(answers.policy).toContain("connect-src 'self'")
})
