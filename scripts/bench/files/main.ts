// `npm run bench:files`: an executable of 2 GiB beside the same without its debugging
// information, and one profile beside a thousand of the same program. Prints tables; --write puts
// them into docs/performance.md; --small makes both small.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../../arguments.mjs'
import type { Served } from '../browser/chromium.ts'
import { costOf } from '../measure.ts'
import { watchMemory, type Held } from '../memory.ts'
import { withFilesSection } from '../page.ts'
import { writeLargeExecutable, type LargeFiles } from './large-executable.ts'
import { writeManyRuns, type ManyRuns } from './many-runs.ts'
import { costOfOpening, type OpenCost } from './open.ts'
import type { PageCost } from './open-in-page.ts'

const { values: options, positionals } = readArguments(
  'Usage: npm run bench:files -- [--write] [--small] [--runs N]',
  {
    options: {
      small: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      runs: { type: 'string', default: '3' },
      // Used internally: measures FILE... in a process of its own.
      open: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
)

const SIZE = options.small ? 64 * 2 ** 20 : 2 * 2 ** 30
const FUNCTIONS = options.small ? 2_000 : 50_000
const RUNS = options.small ? [1, 5, 20] : [1, 10, 100, 1_000]

if (options.open) console.log(JSON.stringify(await costOfOpening(positionals)))
else await measure()

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-files-'))
  // Imported here, so that the process whose memory is measured loads no browser driver.
  const { serveFolder } = await import('../browser/chromium.ts')
  const served = await serveFolder('dist/page')
  try {
    const large = await largeReport(writeLargeExecutable(folder, SIZE), served)
    for (const name of ['large', 'without']) rmSync(join(folder, name))
    const many = await manyReport(writeManyRuns(folder, FUNCTIONS, Math.max(...RUNS)), folder, served)
    const text = [large, many, machine()].join('\n\n')
    console.log(text)
    if (options.write) {
      const path = 'docs/performance.md'
      writeFileSync(path, withFilesSection(readFileSync(path, 'utf8'), text))
    }
  } finally {
    served.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function largeReport(files: LargeFiles, { address }: Served): Promise<string> {
  const { needed, profile } = files
  const rows: string[] = []
  for (const [title, path] of [
    ['with debugging information', files.withDebug],
    ['without', files.without],
  ] as const) {
    const cost = await openApart([path, profile])
    const page = await medianInPage(address, [path, profile])
    // With little debugging information, source files of functions are looked up at once.
    if (!options.small && cost.readOfFirst > 1.1 * needed)
      throw new Error(`Read ${cost.readOfFirst} of ${needed} bytes: ${title}`)
    const cells = [
      title,
      megabytes(statSync(path).size),
      megabytes(cost.readOfFirst),
      (cost.readOfFirst / needed).toFixed(4),
      cost.cpu.toFixed(2),
      page.opened.toFixed(2),
      page.cpu.toFixed(2),
    ]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  return [
    `An executable of 200,000 functions and 1,000,000 arcs with C++ names, and the same with ${megabytes(SIZE)} MB of`,
    'debugging information of a real program. Headers, symbols and their names are what has to be read of it; line',
    'tables of that size are read when they are asked for. Seconds of processor time without the start of Node; in the',
    'page from the files to rows by the clock, and processor time of its process.',
    '',
    '| executable | MB | read, MB | of what is needed | processor, s | page, s | page, processor, s |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n')
}

async function manyReport(files: ManyRuns, folder: string, { address }: Served): Promise<string> {
  const rows: string[] = []
  for (const count of RUNS) {
    const profiles = files.profiles.slice(0, count)
    const opened = await openApart([files.executable, ...profiles])
    const { live } = await openOnce([files.executable, ...profiles], ['--expose-gc'])
    const page = await medianInPage(address, [files.executable, ...profiles])
    const cat = await costOf('cat', profiles, join(folder, 'cat.out'))
    rmSync(join(folder, 'cat.out'))
    const size = profiles.reduce((sum, path) => sum + statSync(path).size, 0)
    const cells = [
      count.toLocaleString('en'),
      megabytes(size),
      opened.cpu.toFixed(2),
      (size / 1e6 / opened.cpu).toFixed(0),
      cat.cpu.toFixed(2),
      ...both(opened.memory),
      live.toFixed(1),
      opened.steps.toLocaleString('en'),
      page.opened.toFixed(2),
      ...both(page.memory),
    ]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  return [
    `Profiles of one program of ${FUNCTIONS.toLocaleString('en')} functions, no two alike (each leaves out some arcs), added up: processor seconds without`,
    'the start of Node, beside `cat` of the same files into another; the page by the clock. Memory is the most that its process',
    'held: resident, and what of it is its own, without the pages of files, as those of Chromium’s program. In use is what was left',
    'whenever all that nobody needed any more had been collected, the most of many looks on the way: what a file adds to it is its place in the list',
    'of files. The rest is what the engine takes from the system before it collects.',
    '',
    '| profiles | MB | processor, s | MB a second | cat, s | memory, MB | its own | in use | steps of progress | page, s | page, MB | its own |',
    '| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n')
}

interface ApartCost extends OpenCost {
  /** The peak of its process. */
  readonly memory: Held
}

/** Returns the median by processor time of runs in separate processes. */
async function openApart(files: readonly string[]): Promise<ApartCost> {
  const costs: ApartCost[] = []
  for (let run = 0; run < Number(options.runs); run++) costs.push(await openOnce(files))
  return middle(costs, ({ cpu }) => cpu)
}

/** @param engine options of Node's */
async function openOnce(files: readonly string[], engine: readonly string[] = []): Promise<ApartCost> {
  const child = spawn(process.execPath, [...engine, process.argv[1] ?? '', '--open', ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = child.pid ?? 0
  const watch = watchMemory(() => [pid])
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  watch.end()
  if (code !== 0) throw new Error(`Opening ${files.length} files failed`)
  return { ...(JSON.parse(output) as OpenCost), memory: watch.most(pid) }
}

async function medianInPage(address: string, files: readonly string[]): Promise<PageCost> {
  const { openInPage } = await import('./open-in-page.ts')
  const costs: PageCost[] = []
  for (let run = 0; run < Number(options.runs); run++) costs.push(await openInPage(address, files))
  return middle(costs, ({ opened }) => opened)
}

function middle<T>(costs: readonly T[], by: (cost: T) => number): T {
  const sorted = costs.toSorted((one, other) => by(one) - by(other))
  const found = sorted[Math.floor(sorted.length / 2)]
  if (found === undefined) throw new Error('--runs must be at least 1')
  return found
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })
}

function both({ resident, own }: Held): readonly string[] {
  return [resident.toFixed(0), own.toFixed(0)]
}

function machine(): string {
  const [first] = cpus()
  return `Written by \`npm run bench:files -- --write\`. Machine: ${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads, Node ${process.versions.node}; load ${loadavg()[0]?.toFixed(1)}.`
}
