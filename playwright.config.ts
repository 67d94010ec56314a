// The browser tests: the built page, on a server of our own, in the Chromium that scripts/browser.mjs finds.
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

/** Specs that measure time: they run last and alone, and nothing records them meanwhile. */
const MEASURED = ['**/large.spec.ts']

const inCi = process.env['CI'] === 'true'
const executablePath = findBrowser()
if (executablePath === null)
  throw new Error('No browser found; `npm run e2e` installs one, CHROMIUM_PATH names one')

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Generous: a loaded machine is slow, and a wait that ends early costs nothing.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: inCi,
  fullyParallel: true,
  // A test that passes at the second try has failed once for a reason: it is named in the summary of `npm test`.
  retries: 1,
  workers: 2,
  reporter: [['list'], ['./scripts/count-playwright.mjs']],
  use: {
    // The server's own answer, see webServer; unset only while Playwright looks for tests.
    baseURL: `http://127.0.0.1:${process.env['PAGE_PORT'] ?? '0'}/`,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        // Chromium refuses to sandbox itself for root, as which containers run; the pages opened are our own.
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'page', testIgnore: MEASURED },
    {
      name: 'measured',
      testMatch: MEASURED,
      dependencies: ['page'],
      fullyParallel: false,
      use: { trace: 'off' },
    },
  ],
  webServer: {
    // Any free port: several trees, or a running `npm start`, do not meet. The second mount is for "works in any folder".
    command: `"${process.execPath}" scripts/serve.mjs --port 0 --mount / --mount /some/sub/path/`,
    wait: { stdout: /Serving on port (?<page_port>\d+)/ },
  },
})
