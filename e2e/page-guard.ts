// Watches a page for what must never happen on it: errors, breaches of its content policy, requests to anybody else.
import type { Page } from '@playwright/test'

export interface PageGuard {
  /** What went wrong so far, as sentences. */
  readonly problems: readonly string[]
}

/** To be called before the page is opened. Requests to other origins are noted and not let out. */
export async function guardPage(page: Page, origin: string): Promise<PageGuard> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // The policy's refusals are reported here too, those of workers included.
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
  })
  page.on('websocket', (socket) => problems.push(`web socket to ${socket.url()}`))
  // The context's routes see what the page's workers ask for as well.
  await page.context().route('**/*', async (route) => {
    const url = route.request().url()
    if (isOwn(url, origin)) return route.continue()
    problems.push(`request to ${url}`)
    return route.abort()
  })
  return { problems }
}

function isOwn(url: string, origin: string): boolean {
  return url.startsWith('data:') || url.startsWith('blob:') || new URL(url).origin === origin
}
