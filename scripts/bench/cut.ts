// `npm run bench:cut`: the time from the key that removes an arc to changed numbers on screen,
// in the built page, at two sizes. Prints medians; --write puts them into docs/performance.md.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { readArguments } from '../arguments.mjs'
import { buildLargeCase } from '../../workers/testing/large-case.ts'
import { findBrowser } from '../browser.mjs'
import { costsBetween, medianCosts, type CutCosts } from './cut-costs.ts'
import { cutTimes, watchCuts } from './cut-watch.ts'
import { withCutSection } from './page.ts'

interface Size {
  readonly functions: number
  readonly arcs: number
}
/** The second is that of the largest real program measured, z3. */
const SIZES: readonly Size[] = [
  { functions: 50_000, arcs: 300_000 },
  { functions: 117_000, arcs: 80_000 },
]
/**
 * The first cuts run code that the browser has not compiled yet, so they are reported separately.
 */
const COLD = 3

const { values: options } = readArguments('Usage: npm run bench:cut -- [--write] [--runs N]', {
  options: { write: { type: 'boolean', default: false }, runs: { type: 'string', default: '9' } },
})
const runs = Number(options.runs)

const folder = mkdtempSync(join(tmpdir(), 'gmonscope-cut-'))
const server = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0'])
const port = await portOf(server)
const browser = await chromium.launch({
  executablePath: findBrowser() ?? chromium.executablePath(),
  args: ['--no-sandbox'],
})
try {
  const measured: (Measured & Size)[] = []
  for (const size of SIZES) measured.push({ ...size, ...(await measureAt(size)) })
  const text = report(measured)
  console.log(text)
  if (options.write) {
    const path = 'docs/performance.md'
    writeFileSync(path, withCutSection(readFileSync(path, 'utf8'), text))
  }
} finally {
  await browser.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the port that the server prints. */
async function portOf({ stdout }: ChildProcessWithoutNullStreams): Promise<string> {
  for await (const text of stdout) {
    const found = /Serving on port (\d+)/.exec(String(text))?.[1]
    if (found !== undefined) return found
  }
  throw new Error('The server ended before it listened')
}

async function measureAt(size: Size): Promise<Measured> {
  const files = [join(folder, 'large'), join(folder, 'gmon.out')] as const
  const made = buildLargeCase({ ...size, cycles: 'some', names: 'c++', seed: 7 })
  writeFileSync(files[0], made.executable)
  writeFileSync(files[1], made.profile)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`http://127.0.0.1:${port}/#v=1&view=call-graph&fn=main`)
  await page.getByRole('button', { name: 'Try a sample' }).waitFor()
  await page.getByLabel('Open profile files').setInputFiles([...files])
  const measured = await measure(page)
  await page.close()
  return measured
}

interface Measured {
  /** Milliseconds of wall time, in order. */
  readonly walls: readonly number[]
  readonly costs: readonly CutCosts[]
}

/** Removes the first remaining arc of main's children, as many times as wanted. */
async function measure(page: Page): Promise<Measured> {
  const lines = page.getByRole('rowgroup', { name: 'Callees of main' }).getByRole('row')
  await lines.first().waitFor()
  await page.waitForTimeout(1500)
  await watchCuts(page)
  let done = 0
  const cut = async (): Promise<number> => {
    // The last callee stays: without callees there is nothing left to cut.
    if ((await lines.count()) < 2) await undoAll(page)
    await lines.first().focus()
    await page.waitForTimeout(600)
    await page.keyboard.press('x')
    await page.waitForFunction((count) => performance.getEntriesByName('cut').length > count, done, {
      timeout: 30_000,
    })
    return (await cutTimes(page))[done++] ?? Number.NaN
  }
  // Wall time is measured without a trace, which takes time itself; thread times come from further
  // cuts with a trace.
  const walls: number[] = []
  while (walls.length < COLD + runs) walls.push(await cut())
  const costs: CutCosts[] = []
  while (costs.length < runs) {
    const trace = join(folder, 'trace.json')
    await browser.startTracing(page, {
      path: trace,
      categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'],
    })
    await cut()
    await browser.stopTracing()
    costs.push(costsBetween(readFileSync(trace, 'utf8'), 'cut'))
  }
  return { walls, costs }
}

async function undoAll(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' })
  while ((await undo.isVisible()) && (await undo.isEnabled())) await undo.click()
  await page.waitForTimeout(1500)
}

function report(measured: readonly (Measured & Size)[]): string {
  const ms = (value: number): string => value.toFixed(0)
  const middle = (values: readonly number[]): string =>
    ms(values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN)
  const count = (value: number): string => value.toLocaleString('en-US')
  const [first] = cpus()
  return [
    'From the key that cuts an arc to changed numbers on screen, in the built page, milliseconds. The clock counts what a person',
    'waits. The three columns after it are processor time of further cuts under a trace: the worker that analyses, the thread of',
    'the page, and the browser’s own threads that paint. The second size is that of z3, the largest real program measured.',
    'Written by `npm run bench:cut -- --write`.',
    '',
    '| | by the clock | the first three, code still cold | worker | page | browser |',
    '| --- | --: | --: | --: | --: | --: |',
    ...measured.map(({ functions, arcs, walls, costs }) => {
      const { worker, page, browser: rest } = medianCosts(costs)
      const cells = [middle(walls.slice(COLD)), middle(walls.slice(0, COLD)), ms(worker), ms(page), ms(rest)]
      return `| ${count(functions)} functions, ${count(arcs)} arcs | ${cells.join(' | ')} |`
    }),
    '',
    `Medians of ${runs} cuts. Machine: ${first?.model.trim() ?? 'unknown'}, ${cpus().length} threads; load ${loadavg()[0]?.toFixed(1)}.`,
    '',
  ].join('\n')
}
