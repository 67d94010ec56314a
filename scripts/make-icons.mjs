// Renders the icons of the installed page as PNG from public/favicon.svg: `node
// scripts/make-icons.mjs`.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.mjs'
import { ROOT } from './child.mjs'

/**
 * `share`: how much of the square the logo fills; a system may crop a maskable icon to a circle of
 * four fifths.
 */
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 1, background: 'transparent' },
  { file: 'icon-512.png', size: 512, share: 1, background: 'transparent' },
  { file: 'maskable-512.png', size: 512, share: 0.6, background: '#ffffff' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.8, background: '#ffffff' },
]

const executablePath = findBrowser()
if (executablePath === null) throw new Error('No browser found; CHROMIUM_PATH names one')
const folder = join(ROOT, 'public', 'icons')
mkdirSync(folder, { recursive: true })
const mark = readFileSync(join(ROOT, 'public', 'favicon.svg')).toString('base64')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const { file, size, share, background } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' })
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">
       <img style="width:${share * 100}%" src="data:image/svg+xml;base64,${mark}">`,
    )
    await page.screenshot({ path: join(folder, file), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
