// Watches a page for errors, violations of its content policy, and requests to other hosts.
import type { Page } from '@playwright/test'

/** The problems of a watched page. */
export interface PageGuard {
  /** The problems so far, as sentences. */
  readonly problems: readonly string[]
}

/**
 * Starts watching; call it before the page is opened. Requests to other origins are recorded and
 * blocked.
 */
export async function guardPage(page: Page, origin: string): Promise<PageGuard> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // Violations of the policy are reported here too, including those of workers.
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
  })
  page.on('websocket', (socket) => problems.push(`web socket to ${socket.url()}`))
  // The context's routes also catch requests of the page's workers.
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
