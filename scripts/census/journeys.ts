/// <reference lib="dom" />
// Runs three journeys through the built product, and records the source files whose functions each
// one calls.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { serveFolder, withPage } from '../bench/browser/chromium.ts'
import { noteRuns } from './note-runs.ts'

declare global {
  /**
   * Paths of source files, ordered by the first call of one of their functions; each thread has its
   * own set.
   */
  var filesThatRan: Set<string> | undefined
  /** The page's files, once it shows the end of a journey. */
  var untilThere: Promise<readonly string[]>
}

/** The files that one thread ran, ordered by their first call. */
export interface Thread {
  readonly name: string
  readonly paths: readonly string[]
}

/** A journey, with the files that it ran. */
export interface Journey {
  readonly name: string
  readonly threads: readonly Thread[]
}

const BUILT = 'dist/census-built'
const SAMPLE = ['public/sample/islands', 'public/sample/gmon.out'] as const

/** Builds an instrumented page and command line, and runs the three journeys on the sample. */
export async function takeJourneys(): Promise<readonly Journey[]> {
  process.env['NODE_ENV'] = 'production'
  await buildNoted('production', 'page')
  await buildNoted('cli', 'cli')
  return [...(await takeInPage()), takeGprof()]
}

async function buildNoted(mode: string, folder: string): Promise<void> {
  const plugins = () => [noteRuns()]
  await build({
    mode,
    logLevel: 'warn',
    plugins: plugins(),
    worker: { plugins },
    build: { outDir: `${BUILT}/${folder}`, minify: false },
  })
}

async function takeInPage(): Promise<readonly Journey[]> {
  const server = await serveFolder(`${BUILT}/page`)
  try {
    return [
      await withPage(server.address, ({ page }) => takeDrop(page)),
      await withPage(`${server.address}#v=1&view=call-graph&fn=main`, ({ page }) => takeCut(page)),
    ]
  } finally {
    server.end()
  }
}

async function takeDrop(page: Page): Promise<Journey> {
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await settle(page)
  const session = await page.context().newCDPSession(page)
  const files = SAMPLE.map((path) => resolve(path))
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: 300,
      y: 300,
      data: { items: [], files, dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  await drag('dragOver')
  const threads = await threadsUntil(page, '[role=grid] [role=gridcell]', () => drag('drop'))
  return { name: 'Drop: from the drop to a row on screen', threads }
}

async function takeCut(page: Page): Promise<Journey> {
  await page.getByLabel('Open profile files').setInputFiles([...SAMPLE])
  await page.getByRole('rowgroup', { name: 'Callees of main' }).getByRole('row').first().focus()
  await settle(page)
  const threads = await threadsUntil(page, '[role=grid] [data-was]', () => page.keyboard.press('x'))
  return { name: 'Cut: from the key to changed numbers', threads }
}

/** Long enough for what the page does by itself after it is drawn. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(3000)

/**
 * Runs an action, and returns what each thread ran until an element of `selector` was in the page.
 */
async function threadsUntil(
  page: Page,
  selector: string,
  act: () => Promise<unknown>,
): Promise<readonly Thread[]> {
  for (const worker of page.workers()) await worker.evaluate(() => globalThis.filesThatRan?.clear())
  await page.evaluate((awaited) => {
    globalThis.filesThatRan?.clear()
    globalThis.untilThere = new Promise((done) => {
      const look = () => document.querySelector(awaited) && done([...(globalThis.filesThatRan ?? [])])
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    })
  }, selector)
  await act()
  const threads = [{ name: 'page', paths: await page.evaluate(() => globalThis.untilThere) }]
  for (const worker of page.workers()) {
    const paths = await worker.evaluate(() => [...(globalThis.filesThatRan ?? [])])
    threads.push({ name: nameOf(worker.url()), paths })
  }
  return threads
}

/** Returns a worker's file name without the build's hash. */
const nameOf = (url: string): string => /([\w-]+)(?:\.worker)?-[\w-]{8}\.js$/.exec(url)?.[1] ?? url

function takeGprof(): Journey {
  const [noted, atExit] = [`${BUILT}/files.json`, `${BUILT}/at-exit.mjs`]
  writeFileSync(
    atExit,
    `import { writeFileSync } from 'node:fs'\nprocess.on('exit', () => writeFileSync('${noted}', JSON.stringify([...globalThis.filesThatRan])))\n`,
  )
  const program = [`${BUILT}/cli/gmonscope.mjs`, 'gprof', '-b', '-q', ...SAMPLE]
  const { status, stderr } = spawnSync(process.execPath, ['--import', resolve(atExit), ...program], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`gmonscope gprof -b -q: exit status ${status}\n${stderr}`)
  const paths = JSON.parse(readFileSync(noted, 'utf8')) as readonly string[]
  return { name: 'gmonscope gprof -b -q', threads: [{ name: 'command line', paths }] }
}
