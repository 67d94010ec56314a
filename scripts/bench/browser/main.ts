// `npm run bench:page`: the built page beside gprof, speedscope and KCachegrind on the same call
// graph. Prints tables; --write puts them into docs/performance.md; --small only checks that the
// page shows and saves what gprof prints; --alone measures the page without peers; --only only
// the cases with this text in their titles.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../../arguments.mjs'
import { FULL, SMALL, writeCase, type BenchCase, type CaseFiles } from '../cases.ts'
import { costOf } from '../measure.ts'
import { withPageSection } from '../page.ts'
import { serveFolder, withPage } from './chromium.ts'
import { checkPage } from './equality.ts'
import { loadFirst, readersAmong, type FirstLoad } from './first-load.ts'
import { kcachegrindVersion, openKcachegrind } from './kcachegrind.ts'
import { handleOurs, openOurs } from './our-page.ts'
import { pageReport, type PageMeasurement, type ViewsMeasurement } from './report.ts'
import { hardestOfSpeedscope, openSpeedscope, SPEEDSCOPE_PAGE, speedscopeVersion } from './speedscope.ts'
import { servePlainly } from './static-server.ts'
import { SMALL_VIEWS, handleViews, VIEWS, writeViewsCase, type ViewsFiles } from './views.ts'

const { values: options } = readArguments(
  'Usage: npm run bench:page -- [--write] [--small] [--alone] [--only TITLE] [--runs N]',
  {
    options: {
      small: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      runs: { type: 'string', default: '5' },
    },
  },
)

/**
 * The command line's cases that the page is measured with. The largest is measured without peers,
 * which take minutes.
 */
const SIZES: ReadonlyMap<number, 'peers' | 'alone'> = new Map([
  [2_000, 'peers'],
  [200_000, 'peers'],
  [1_000_000, 'alone'],
])

const folder = mkdtempSync(join(tmpdir(), 'gmonscope-bench-'))
const served = await serveFolder('dist/page')
const speedscope = await servePlainly(SPEEDSCOPE_PAGE)
const versions = options.alone
  ? { speedscope: null, kcachegrind: null }
  : { speedscope: speedscopeVersion(), kcachegrind: kcachegrindVersion() }
const loads: number[] = []
try {
  if (options.small) await check()
  else await measure()
} finally {
  served.end()
  speedscope.end()
  rmSync(folder, { recursive: true, force: true })
}

async function check(): Promise<void> {
  for (const [at, spec] of SMALL.entries()) {
    await checkPage(served.address, writeCase(spec, folder, at))
    console.log(`The page shows and saves what gprof prints: ${spec.title}`)
  }
  await handleViews(served.address, writeViewsCase(SMALL_VIEWS, folder, SMALL.length), folder)
  console.log(`Source and Compare answer: ${SMALL_VIEWS.title}`)
}

async function measure(): Promise<void> {
  const turns = Number(options.runs)
  const first = await loadFirst(served.address)
  const isWanted = ({ title }: { readonly title: string }): boolean => title.includes(options.only)
  const cases = FULL.filter((spec) => SIZES.has(spec.functions) && isWanted(spec)).map(prepare)
  const views = VIEWS.filter(isWanted).map((one, at): MeasuringViews => ({
    ...one,
    files: writeViewsCase(one, folder, FULL.length + at),
    uses: [],
    gprof: [],
  }))
  for (let turn = 1; turn <= turns; turn++) {
    for (const one of cases) await (one.callgrind === null ? takeAlone(one) : takeTurn(one, one.callgrind))
    for (const one of views) await takeViews(one)
    // Reported even if a later measurement fails.
    await report(cases, views, first, turn)
  }
}

async function report(
  measurements: readonly PageMeasurement[],
  views: readonly ViewsMeasurement[],
  first: FirstLoad,
  turns: number,
): Promise<void> {
  const text = pageReport(measurements, views, {
    machine: `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads`,
    versions: await versionsText(),
    turns,
    load: [Math.min(...loads), Math.max(...loads)],
    first,
    readers: readersAmong(first.scripts),
  })
  console.log(text)
  if (options.write) {
    const path = 'docs/performance.md'
    writeFileSync(path, withPageSection(readFileSync(path, 'utf8'), text))
  }
}

/** A case with its files, and its measurements so far. */
interface Measuring extends Growing {
  readonly title: string
  readonly files: CaseFiles
  /** The same call graph and names for the peers; null if the page is measured alone. */
  readonly callgrind: string | null
  readonly names: string
}

type Growing = {
  readonly [Key in Exclude<keyof PageMeasurement, 'title'>]: PageMeasurement[Key][number][]
}

function prepare(spec: BenchCase, at: number): Measuring {
  const files = writeCase(spec, folder, at)
  const none = { ours: [], uses: [], gprof: [], filter: [], speedscope: [], kcachegrind: [] }
  const names = join(folder, `${at}-names`)
  if (SIZES.get(spec.functions) === 'alone')
    return { title: spec.title, files, callgrind: null, names, ...none }
  const callgrind = join(folder, `${at}-callgrind.out`)
  const exporting = ['bin/gmonscope.mjs', 'callgrind', '-o', callgrind, files.executable, files.profile]
  execFileSync(process.execPath, exporting, { stdio: 'ignore' })
  const symbols = readFileSync(files.symbolList, 'utf8').split('\n')
  writeFileSync(names, symbols.map((line) => line.slice(19)).join('\n'))
  return { title: spec.title, files, callgrind, names, ...none }
}

async function takeAlone({ title, files, ours }: Measuring): Promise<void> {
  const opened = await openOurs(served.address, files)
  ours.push(opened)
  console.error(`${title}: turn ${ours.length}, page ${opened.opened.toFixed(0)} ms`)
}

interface MeasuringViews extends ViewsMeasurement {
  readonly hasPeer: boolean
  readonly files: ViewsFiles
  readonly uses: ViewsMeasurement['uses'][number][]
  readonly gprof: ViewsMeasurement['gprof'][number][]
}

async function takeViews({ title, hasPeer, files, uses, gprof }: MeasuringViews): Promise<void> {
  const use = await handleViews(served.address, files, folder)
  uses.push(use)
  // A single run: it takes so long that noise does not matter.
  if (hasPeer && !options.alone && gprof.length === 0) {
    const args = ['-b', '-p', '-l', files.executable, files.profile]
    gprof.push(await costOf('gprof', args, join(folder, 'out')))
  }
  console.error(`${title}, views: turn ${uses.length}, hottest lines ${use.took.hottest.toFixed(0)} ms`)
}

async function takeTurn({ title, files, names, ...taken }: Measuring, callgrind: string): Promise<void> {
  const output = join(folder, 'out')
  loads.push(loadavg()[0] ?? Number.NaN)
  const opened = await openOurs(served.address, files)
  taken.ours.push(opened)
  taken.uses.push(await handleOurs(served.address, files, folder))
  if (!options.alone) taken.gprof.push(await costOf('gprof', gprofArgs(files), output))
  taken.filter.push(await costOf('bash', ['-c', 'exec c++filt < "$1"', 'c++filt', names], output))
  if (versions.speedscope !== null) {
    const cost = await openSpeedscope(speedscope.address, callgrind)
    const longest = await hardestOfSpeedscope(speedscope.address, callgrind, folder)
    taken.speedscope.push({ ...cost, longest })
  }
  if (versions.kcachegrind !== null) {
    // A failure does not affect the other measurements.
    await openKcachegrind(callgrind, folder).then(
      (cost) => taken.kcachegrind.push(cost),
      (error: unknown) => console.error(`Not measured: ${String(error)}`),
    )
  }
  console.error(`${title}: turn ${taken.ours.length}, page ${opened.opened.toFixed(0)} ms`)
}

function gprofArgs({ executable, profile, symbolList }: CaseFiles): readonly string[] {
  return ['-b', '-p', '-q', '-S', symbolList, executable, profile]
}

async function versionsText(): Promise<string> {
  const chromium = await withPage('about:blank', async ({ browser }) => browser.version())
  const gprof = execFileSync('gprof', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? ''
  return [
    `Chromium ${chromium}`,
    gprof,
    `speedscope ${versions.speedscope ?? 'not installed'}`,
    `KCachegrind ${versions.kcachegrind ?? 'not installed'}`,
  ].join(', ')
}
