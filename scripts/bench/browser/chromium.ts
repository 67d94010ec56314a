// A Chromium of its own for each measured page: nothing is warm, and its memory is that page's.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findBrowser } from '../../browser.mjs'
import { heldBy } from '../memory.ts'

/** A folder that is being served. */
export interface Served {
  readonly address: string
  end(): void
}

/**
 * Serves a folder on loopback from a separate process, so that this process's work delays nothing.
 */
export async function serveFolder(folder: string): Promise<Served> {
  const server = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0', folder])
  for await (const text of server.stdout) {
    const port = /Serving on port (\d+)/.exec(String(text))?.[1]
    if (port !== undefined) return { address: `http://127.0.0.1:${port}/`, end: () => void server.kill() }
  }
  throw new Error(`The server of ${folder} ended before it listened`)
}

/** A browser with the measured page. */
export interface Opened {
  readonly browser: Browser
  readonly page: Page
}

/** Longer than any step takes, also on a busy machine. */
const LIMIT_MS = 120_000

/** Opens an address in a new browser, runs `work`, and closes the browser. */
export async function withPage<T>(address: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    // Without a spare process for the next page there is a single renderer, which is ours.
    args: ['--no-sandbox', '--disable-features=SpareRendererForSitePerProcess'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(LIMIT_MS)
    await page.goto(address)
    return await work({ browser, page })
  } finally {
    await browser.close()
  }
}

/**
 * Returns the process id of the page and its workers: the renderer with the most memory. Call it
 * once a profile is open.
 */
export async function rendererOf(browser: Browser): Promise<number> {
  const renderers = await renderersOf(browser)
  return renderers.toSorted((one, other) => heldBy(other).resident - heldBy(one).resident)[0] ?? 0
}

/** Returns the process ids of all renderers. */
export async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Clock ticks per second in /proc, on all Linux systems. */
const TICKS = 100

/**
 * Returns the processor seconds of a process so far, all threads included; NaN if the system does
 * not report it.
 */
export function processorOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return Number.NaN
  }
}

/** A process that takes less than this share of a processor counts as idle. */
const RESTING = 0.05
const LOOK_MS = 100
const REST_LOOKS = 6

/**
 * Waits until a process is idle. Returns its processor seconds, and the time, from when the idle
 * period began.
 */
export async function restOf(pid: number, limitSeconds: number): Promise<{ cpu: number; at: number }> {
  let rest = 0
  let before = processorOf(pid)
  let began = { cpu: before, at: performance.now() }
  const end = performance.now() + limitSeconds * 1000
  while (rest < REST_LOOKS && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = processorOf(pid)
    if (Number.isNaN(now)) throw new Error(`Process ${pid} is gone`)
    if (now - before <= RESTING * (LOOK_MS / 1000) + 1 / TICKS) rest++
    else {
      rest = 0
      began = { cpu: now, at: performance.now() }
    }
    before = now
  }
  return began
}
