// Formats the measurements in browsers as a section of docs/performance.md.
import type { FirstLoad } from './first-load.ts'
import type { Opening, Use } from './our-page.ts'
import type { KcachegrindCost } from './kcachegrind.ts'
import type { SpeedscopeCost } from './speedscope.ts'
import type { Cost } from '../measure.ts'
import { COMPARED, type ViewsUse } from './views.ts'
import type { Held } from '../memory.ts'
import { STEPS } from './workbench.ts'

/** One entry per turn; empty if a peer is not installed. */
export interface PageMeasurement {
  readonly title: string
  readonly ours: readonly Opening[]
  readonly uses: readonly Use[]
  readonly gprof: readonly Cost[]
  readonly filter: readonly Cost[]
  readonly speedscope: readonly (SpeedscopeCost & { readonly longest: number })[]
  readonly kcachegrind: readonly KcachegrindCost[]
}

/** Source and Compare; one entry per turn, for `gprof -l` at most one. */
export interface ViewsMeasurement {
  readonly title: string
  readonly uses: readonly ViewsUse[]
  readonly gprof: readonly Cost[]
}

/** The conditions of the measurements. */
export interface Circumstances {
  readonly machine: string
  readonly versions: string
  readonly turns: number
  /** Load averages of the machine during the measurements, least and greatest. */
  readonly load: readonly [number, number]
  readonly first: FirstLoad
  /** Scripts of the first load that can read a profile. */
  readonly readers: readonly string[]
}

/** Returns the section as Markdown. */
export function pageReport(
  measurements: readonly PageMeasurement[],
  views: readonly ViewsMeasurement[],
  around: Circumstances,
): string {
  const { first, readers } = around
  const used = measurements.filter(({ uses }) => uses.length > 0)
  return [
    'Each page in a Chromium of its own, open for some seconds, peers by turns in one run, medians. Ours: from the files handed over to painted rows of',
    'the flat profile. speedscope: its own page with the same call graph as callgrind, to its painted view. KCachegrind: the',
    'same file, from its start until its window has the name and it has come to rest. `gprof -S`: both reports printed',
    `from a ready list. Written by \`npm run bench:page -- --write\`. ${around.versions}. Machine: ${around.machine}; ${around.turns} turns,`,
    `load from ${around.load[0].toFixed(1)} to ${around.load[1].toFixed(1)}.`,
    '',
    '| from files to rows, seconds | page | gprof -S | times faster | speedscope | times faster | KCachegrind | times faster |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...measurements.map(openingRow),
    '',
    'Memory of the process, MB, at rest, and in brackets the most held; of gprof and KCachegrind the most held. Resident is all of',
    `it; its own is without the pages of files, as the ${sharedPages(measurements)} MB of Chromium’s program that all its tabs share (the system’s counts`,
    '`RssAnon` and `RssShmem`, for the most held looked at every 4 ms).',
    '',
    '| memory, MB | | empty page | page | gprof -S | speedscope | KCachegrind |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    ...measurements.flatMap((one) => [memoryRow(one, 'resident'), memoryRow(one, 'own')]),
    '',
    'The hardest task of the page’s own thread, milliseconds of processor time, from a trace: median, and the worst of all turns in',
    'brackets. Other load on the machine does not change it. Saved are the table as CSV, JSON and gprof’s listing, one after the other.',
    '',
    '| | opening | scrolling | sorting | searching | saving | speedscope, opening |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...used.map(taskRow),
    '',
    'The same in the workbench: the pointer over twelve rows, six rows selected one after the other, the line beside the list',
    'dragged back and forth, and each view shown for the first time.',
    '',
    `| | ${STEPS.map((step) => step.toLowerCase()).join(' | ')} |`,
    `| --- | ${STEPS.map(() => '--:').join(' | ')} |`,
    ...used.map(workbenchRow),
    '',
    'In use, milliseconds to the painted answer. Scrolled is from the first row to the last within 180 frames, every frame with',
    'rows that were never shown before. Names: processor seconds of the page’s process from the rows until a search typed at once',
    'has looked at all names, made readable for it, beside c++filt with the same names; order: then, until names are ready to be',
    'sorted by.',
    '',
    '| | beat of frames | late frames | sort by calls | by total | by name | search at once | search later | names, s | c++filt, s | order, s |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...used.map(useRow),
    '',
    ...viewsTables(views),
    `First paint: ${first.painted.toFixed(0)} ms after the navigation, from loopback. Scripts asked for before it: ${first.scripts.join(', ') || 'none'};`,
    `of those that read or show a profile: ${readers.length === 0 ? 'none' : readers.join(', ')}. After it, while nothing else was to be done: ${first.later.join(', ') || 'none'}.`,
    '',
  ].join('\n')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const rounded = (value: number, digits: number): string => (Number.isNaN(value) ? '–' : value.toFixed(digits))
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const seconds = (milliseconds: readonly number[]): number => median(milliseconds) / 1000

function openingRow({ title, ours, gprof, speedscope, kcachegrind }: PageMeasurement): string {
  const own = seconds(ours.map(({ opened }) => opened))
  const peers = [
    median(gprof.map(({ wall }) => wall)),
    seconds(speedscope.map(({ opened }) => opened)),
    seconds(kcachegrind.map(({ opened }) => opened)),
  ]
  return row([title, rounded(own, 3), ...peers.flatMap((peer) => [rounded(peer, 2), rounded(peer / own, 1)])])
}

const KINDS: Readonly<Record<keyof Held, string>> = { resident: 'resident', own: 'of it its own' }

/** Describes the part of an empty page's memory that is its program's file. */
function sharedPages(measurements: readonly PageMeasurement[]): string {
  const pages = measurements.flatMap(({ ours }) =>
    ours.map(({ memory: { empty } }) => empty.resident - empty.own),
  )
  return rounded(median(pages), 0)
}

function memoryRow(measurement: PageMeasurement, kind: keyof Held): string {
  const { title, ours, gprof, speedscope, kcachegrind } = measurement
  const one = (memories: readonly Held[]): string => rounded(median(memories.map((held) => held[kind])), 0)
  const both = (memories: readonly { readonly open: Held; readonly most: Held }[]): string =>
    `${one(memories.map(({ open }) => open))} (${one(memories.map(({ most }) => most))})`
  return row([
    title,
    KINDS[kind],
    one(ours.map(({ memory }) => memory.empty)),
    both(ours.map(({ memory }) => memory)),
    one(gprof.map(({ memory }) => memory)),
    both(speedscope.map(({ memory }) => memory)),
    one(kcachegrind.map(({ memory }) => memory)),
  ])
}

function taskRow({ title, uses, speedscope }: PageMeasurement): string {
  const both = medianAndWorst
  return row([
    title,
    both(uses.map(({ longest }) => longest.opening)),
    both(uses.map(({ longest }) => longest.scrolling)),
    both(uses.map(({ longest }) => longest.sorting)),
    both(uses.map(({ longest }) => longest.searching)),
    both(uses.map(({ longest }) => longest.saving)),
    both(speedscope.map(({ longest }) => longest)),
  ])
}

const workbenchRow = ({ title, uses }: PageMeasurement): string =>
  row([
    title,
    ...STEPS.map((step) => medianAndWorst(uses.map(({ workbench }) => workbench.get(step) ?? Number.NaN))),
  ])

/** Formats `views`, from the same machine and turns as the rest. */
function viewsTables(views: readonly ViewsMeasurement[]): readonly string[] {
  if (views.length === 0) return []
  return [
    'The views Source and Compare, milliseconds from click, key or files to the painted answer: the hottest lines, each function of',
    'twelve lines and sampled at random, beside `gprof -b -p -l` with the same files, by the clock, once; the lines of one',
    'function of 10,000, with calls that the profile is read again for; then another build’s profile opened beside, in which one',
    'of twenty functions has another name, sorted by its columns and searched. In the second table the hardest task of',
    'the page’s own thread meanwhile, measured the same way.',
    '',
    `| | hottest lines | gprof -l | times faster | one function | compared | ${COMPARED.map((column) => `sort by ${column.toLowerCase()}`).join(' | ')} | search |`,
    `| --- | --: | --: | --: | --: | --: | ${COMPARED.map(() => '--:').join(' | ')} | --: |`,
    ...views.map(viewsRow),
    '',
    '| hardest task | Source, opening | scrolling | Compare, opening | scrolling | sorting | searching |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...views.map(viewsTaskRow),
    '',
  ]
}

function viewsRow({ title, uses, gprof }: ViewsMeasurement): string {
  const of = (read: (took: ViewsUse['took']) => number): number => median(uses.map(({ took }) => read(took)))
  const hottest = of((took) => took.hottest)
  const theirs = 1000 * median(gprof.map(({ wall }) => wall))
  return row([
    title,
    rounded(hottest, 0),
    rounded(theirs, 0),
    rounded(theirs / hottest, 1),
    rounded(
      of((took) => took.longestFunction),
      0,
    ),
    rounded(
      of((took) => took.compared),
      0,
    ),
    ...COMPARED.map((column) =>
      rounded(
        of((took) => took.sorted.get(column) ?? Number.NaN),
        0,
      ),
    ),
    rounded(
      of((took) => took.found),
      0,
    ),
  ])
}

function viewsTaskRow({ title, uses }: ViewsMeasurement): string {
  const both = (read: (longest: ViewsUse['longest']) => number): string =>
    medianAndWorst(uses.map(({ longest }) => read(longest)))
  return row([
    title,
    both((longest) => longest.source),
    both((longest) => longest.sourceScrolled),
    both((longest) => longest.compare),
    both((longest) => longest.compareScrolled),
    both((longest) => longest.sorting),
    both((longest) => longest.searching),
  ])
}

const medianAndWorst = (values: readonly number[]): string =>
  values.length === 0 ? '–' : `${rounded(median(values), 0)} (${rounded(Math.max(...values), 0)})`

function useRow({ title, uses, ours, filter }: PageMeasurement): string {
  const sorted = (column: string): string =>
    rounded(median(uses.map((use) => use.sorted.get(column) ?? Number.NaN)), 0)
  const frames = uses[0]?.scrolled.frames ?? 0
  return row([
    title,
    rounded(median(uses.map(({ scrolled }) => scrolled.beat)), 1),
    `${rounded(median(uses.map(({ scrolled }) => scrolled.late)), 0)} of ${frames}`,
    sorted('Calls'),
    sorted('Total'),
    sorted('Name'),
    rounded(median(uses.map(({ found }) => found.atOnce)), 0),
    rounded(median(uses.map(({ found }) => found.later)), 0),
    rounded(median(ours.map(({ naming }) => naming)), 2),
    rounded(median(filter.map(({ cpu }) => cpu)), 2),
    rounded(median(ours.map(({ ordering }) => ordering)), 2),
  ])
}
