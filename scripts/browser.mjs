// The Chromium that the browser tests drive: found, or installed with the machine's package
// manager.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findApt, installPackages } from './apt.mjs'
import { Refusal, runNode } from './child.mjs'

/** Tried in order. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Debian's package only recommends fonts; without any, no text is drawn. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core', 'fonts-liberation']

/**
 * Returns the path of a browser, or null. If `CHROMIUM_PATH` is set, only that is tried.
 *
 * @returns {string | null}
 */
export function findBrowser() {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen
    throw new Refusal(`CHROMIUM_PATH names ${chosen}, which does not exist.`)
  }
  return PLACES.find((place) => existsSync(place)) ?? findPlaywrightsOwn()
}

/**
 * Installs a browser if there is none, and returns its path. Needs the dependencies to be
 * installed.
 */
export async function ensureBrowser() {
  const path = findBrowser() ?? (await installBrowser())
  console.log(`Browser: ${path} (${askVersion(path)})`)
  return path
}

async function installBrowser() {
  const apt = findApt()
  if (apt !== null) {
    console.log(`No browser found: installing ${DEBIAN_PACKAGES.join(', ')} with apt-get ...`)
    await installPackages(apt, DEBIAN_PACKAGES)
  } else {
    console.log("No browser found: downloading Playwright's own Chromium ...")
    await runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium'])
  }
  const path = findBrowser()
  if (path !== null) return path
  throw new Refusal(
    'The browser tests need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH.',
  )
}

function findPlaywrightsOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test')
    const path = String(chromium.executablePath())
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** @param {string} path */
function askVersion(path) {
  try {
    const answer = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.trim()
  } catch {
    throw new Refusal(`${path} does not start. Mend it, or set CHROMIUM_PATH to another.`)
  }
}
