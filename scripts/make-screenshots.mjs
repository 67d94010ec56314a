// Takes the README's screenshots of the built page with the sample open: `node
// scripts/make-screenshots.mjs`. The package contains them, so pngquant shrinks them.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.mjs'
import { ROOT } from './child.mjs'
import { addressOf, createPageServer, listen } from './serve.mjs'

const SIZE = { width: 1280, height: 760 }
const folder = join(ROOT, 'docs', 'images')
mkdirSync(folder, { recursive: true })

/** @type {readonly { file: string, view: string, selected?: string }[]} */
const PICTURES = [
  { file: 'flat-profile.png', view: 'Flat profile', selected: 'evaluate' },
  { file: 'graph.png', view: 'Graph' },
  { file: 'source.png', view: 'Source', selected: 'evaluate' },
]

const executablePath = findBrowser()
if (executablePath === null) throw new Error('No browser found; CHROMIUM_PATH names one')
const server = createPageServer(join(ROOT, 'dist', 'page'))
const port = await listen(server, 0)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce', colorScheme: 'light' })
  for (const { file, view, selected } of PICTURES) {
    await page.goto(addressOf(port))
    await page.getByRole('button', { name: 'Try a sample' }).click()
    if (selected) await page.getByRole('rowheader', { name: selected, exact: true }).click()
    await page.getByRole('tab', { name: view, exact: true }).click()
    await page.getByRole('tabpanel').waitFor()
    await page.mouse.move(SIZE.width - 4, SIZE.height - 4)
    // The graph's layout comes from a worker, and the page has no sign that it has settled.
    await page.waitForTimeout(1500)
    const input = await page.screenshot()
    const palette = ['--speed', '1', '--output', join(folder, file), '--force', '256', '-']
    execFileSync('pngquant', palette, { input })
  }
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
}
