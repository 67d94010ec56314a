// Formats the measurements as docs/performance.md.
import type { BenchCase, Measured } from './cases.ts'
import { growthExponent, type Cost } from './measure.ts'
import type { OtherNode } from './peers.ts'

/** The measurements of a case. */
export interface Measurement<Of extends Measured = BenchCase> {
  readonly spec: Of
  /** Medians by peer. */
  readonly costs: ReadonlyMap<string, Cost>
}

const COMMAND_HEADING = [
  '| profile | gmonscope | gprof | times faster | gprof -S | times faster | nm -C | reading the bytes | memory, MB | gprof -S, MB |',
  '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
]

const CLOCK_HEADING = [
  '| seconds by the clock | gmonscope | gprof | times faster | gprof -S | times faster |',
  '| --- | --: | --: | --: | --: | --: |',
]

/** Returns the whole page as Markdown, without the sections that are measured separately. */
export function performancePage(
  measurements: readonly Measurement[],
  machine: string,
  others: readonly OtherNode[],
): string {
  const lines = [
    '# Performance',
    '',
    `Written by \`npm run bench -- --write\`. Machine: ${machine}.`,
    '',
    '## Command line',
    '',
    'Both reports (`-b -p -q`), the same bytes from all three, files in the page cache; processor seconds of the whole',
    'process, start included, medians. `gprof -S` is gprof with a ready list of symbols: by itself it scans its symbol',
    'table once per function, so its cost grows with the square. Symbol tables are as linkers leave them: local functions file',
    'by file, global ones in no order, a variable for five functions. One in the order of addresses would spare gprof two',
    'thirds of its time, and no real program has it. Arcs are in the order of call sites, as the C library writes them; few',
    'functions are called from thousands of places, most from one or two.',
    'Memory is the most held: resident, and in brackets what is its own, without the pages of files, as those of Node’s program,',
    'which all its processes share (the system’s counts `RssAnon` and `RssShmem`, looked at every 4 ms).',
    'Node starts without certificates of its own to read (`NODE_EXTRA_CA_CERTS`), which would take it longer than all else.',
    '',
    ...COMMAND_HEADING,
    ...measurements.map(commandRow),
    '',
    ...graphOfListing(measurements),
    'The same runs by the clock, which is what one waits for: part of what Node compiles it compiles in threads beside.',
    '',
    ...CLOCK_HEADING,
    ...measurements.map(clockRow),
    '',
    '## Analysis alone',
    '',
    'Reading, choosing functions, mapping arcs, cycles, time along arcs: nothing sorted for a reader, nothing printed.',
    'The floor is a C program that does the same (`scripts/bench/floor.c`, `gcc -O2`). Ours without the start of Node.',
    '',
    '| profile | gmonscope | floor in C | times the floor |',
    '| --- | --: | --: | --: |',
    ...measurements.map(analysisRow),
    '',
    '## Bounds',
    '',
    'Lower and upper bounds of the time on the stack, of all functions and arcs at once, after the analysis. The page computes',
    'them in slices, once it shows the profile. Memory is what the process holds at most, less what the analysis alone does.',
    '',
    '| profile | seconds | memory, MB |',
    '| --- | --: | --: |',
    ...measurements.map(boundsRow),
    '',
    '## Growth',
    '',
    'Exponent of processor time over functions and arcs together, profiles of 64,000 functions and more without giant cycle:',
    `${growthOf(measurements, 'gmonscope')} for the command line, ${growthOf(measurements, 'analysis')} for the analysis alone, ${growthOf(measurements, 'floor')} for the floor.`,
    ...giantCycle(measurements),
    '',
    ...others.flatMap((other) => otherNodeTable(measurements, other)),
  ]
  return lines.join('\n')
}

type Clock = 'cpu' | 'wall'

const secondsOf = (costs: Measurement['costs'], name: string, by: Clock = 'cpu'): string =>
  costs.get(name)?.[by].toFixed(2) ?? '–'

function timesOf(costs: Measurement['costs'], name: string, of: string, by: Clock = 'cpu'): string {
  const peer = costs.get(name)
  const ours = costs.get(of)
  return peer && ours ? (peer[by] / ours[by]).toFixed(1) : '–'
}

function commandRow({ spec, costs }: Measurement<Measured>): string {
  const memory = (name: string): string => {
    const held = costs.get(name)?.memory
    return held ? `${held.resident.toFixed(0)} (${held.own.toFixed(0)})` : '–'
  }
  const cells = [
    spec.title,
    secondsOf(costs, 'gmonscope'),
    secondsOf(costs, 'gprof'),
    timesOf(costs, 'gprof', 'gmonscope'),
    secondsOf(costs, 'gprof -S'),
    timesOf(costs, 'gprof -S', 'gmonscope'),
    secondsOf(costs, 'nm -C'),
    secondsOf(costs, 'reading the bytes'),
    memory('gmonscope'),
    memory('gprof -S'),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Returns the time of gprof2dot, if it is installed. */
function graphOfListing(measurements: readonly Measurement[]): readonly string[] {
  const measured = measurements.filter(({ costs }) => costs.has('gprof2dot'))
  if (measured.length === 0) return []
  return [
    '`gprof2dot`, which makes a graph of the listing once that is there, measured once:',
    '',
    '| profile | gprof2dot |',
    '| --- | --: |',
    ...measured.map(({ spec, costs }) => `| ${spec.title} | ${secondsOf(costs, 'gprof2dot')} |`),
    '',
  ]
}

function clockRow({ spec, costs }: Measurement<Measured>): string {
  const cells = [spec.title, secondsOf(costs, 'gmonscope', 'wall')]
  for (const peer of ['gprof', 'gprof -S']) {
    cells.push(secondsOf(costs, peer, 'wall'), timesOf(costs, peer, 'gmonscope', 'wall'))
  }
  return `| ${cells.join(' | ')} |`
}

/** Returns the section on a real program. */
export function programSection(measurement: Measurement<Measured>, machine: string): string {
  return [
    'A real program and its profile, measured like those above; `gprof` once. Of functions with several names `-S` chooses',
    'another one now and then: its text is not quite the same, that of `gprof` is.',
    '',
    ...COMMAND_HEADING,
    commandRow(measurement),
    '',
    `Written by \`npm run bench -- program EXECUTABLE PROFILE --write\`. Machine: ${machine}.`,
  ].join('\n')
}

const PROGRAM_HEADING = '## A real program'
const FILES_HEADING = '## Large files, and many'
const PAGE_HEADING = '## In the browser'
const CUT_HEADING = '## A cut in the page'
/** Sections that are measured separately, in this order at the end. */
const OWN_SECTIONS = [PROGRAM_HEADING, FILES_HEADING, PAGE_HEADING, CUT_HEADING]

/** Returns the page with one of its separate sections replaced. */
function withSection(page: string, heading: string, section: string): string {
  const kept = new Map(OWN_SECTIONS.map((own) => [own, sectionOf(page, own)]))
  kept.set(heading, section)
  const rest = OWN_SECTIONS.reduce((before, own) => before.split(own)[0] ?? '', page)
  const own = [...kept]
    .filter(([, text]) => text !== null)
    .map(([title, text]) => `${title}\n\n${text?.trim()}`)
  return `${[rest.trim(), ...own].join('\n\n')}\n`
}

function sectionOf(page: string, heading: string): string | null {
  return page.split(heading)[1]?.split('\n## ')[0] ?? null
}

/** Returns the page with its section on a real program replaced. */
export function withProgramSection(page: string, section: string): string {
  return withSection(page, PROGRAM_HEADING, section)
}

/** Returns the page with its section on cuts replaced. */
export function withCutSection(page: string, section: string): string {
  return withSection(page, CUT_HEADING, section)
}

/** Returns the page with its section on large files replaced. */
export function withFilesSection(page: string, section: string): string {
  return withSection(page, FILES_HEADING, section)
}

/** Returns the page with its section on the page in a browser replaced. */
export function withPageSection(page: string, section: string): string {
  return withSection(page, PAGE_HEADING, section)
}

/** Returns the new page with the separate sections of the previous one. */
export function keepOwnSections(page: string, before: string): string {
  return OWN_SECTIONS.reduce((now, heading) => {
    const section = sectionOf(before, heading)
    return section === null ? now : withSection(now, heading, section)
  }, page)
}

function analysisRow({ spec, costs }: Measurement): string {
  const cells = [
    spec.title,
    secondsOf(costs, 'analysis'),
    secondsOf(costs, 'floor'),
    timesOf(costs, 'analysis', 'floor'),
  ]
  return `| ${cells.join(' | ')} |`
}

function boundsRow({ spec, costs }: Measurement): string {
  const [bounds, analysis] = [costs.get('bounds'), costs.get('analysis')]
  const more = bounds && analysis ? Math.max(0, bounds.memory.own - analysis.memory.own).toFixed(0) : '–'
  return `| ${spec.title} | ${secondsOf(costs, 'bounds')} | ${more} |`
}

/** Compares another Node on the same files, in the same turns. */
function otherNodeTable(
  measurements: readonly Measurement[],
  { version, suffix }: OtherNode,
): readonly string[] {
  const ours = `gmonscope${suffix}`
  const analysis = `analysis${suffix}`
  const rows = measurements.map(({ spec, costs }) => {
    const cells = [
      spec.title,
      secondsOf(costs, ours),
      timesOf(costs, 'gprof', ours),
      timesOf(costs, 'gprof -S', ours),
      secondsOf(costs, ours, 'wall'),
      timesOf(costs, 'gprof -S', ours, 'wall'),
      secondsOf(costs, analysis),
      timesOf(costs, analysis, 'floor'),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    `## With Node ${version}`,
    '',
    'The same files in the same run, by another version of Node.',
    '',
    '| profile | processor, s | times faster than gprof | than gprof -S | by the clock, s | faster than gprof -S | analysis alone, s | times the floor |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...rows,
    '',
  ]
}

/** Below this number of functions the start of a process hides how cost grows. */
const LARGE = 64_000

function growthOf(measurements: readonly Measurement[], peer: string): string {
  const points = measurements
    .filter(({ spec }) => spec.cycles === 'some' && spec.functions >= LARGE)
    .map(({ spec, costs }) => [spec.functions, costs.get(peer)?.cpu ?? Number.NaN] as const)
  return points.length < 2 ? '–' : growthExponent(points).toFixed(2)
}

/** Compares one giant cycle with the same profile without it. */
function giantCycle(measurements: readonly Measurement[]): readonly string[] {
  const giant = measurements.find(({ spec }) => spec.cycles === 'giant')
  const same = measurements.find(
    ({ spec }) =>
      spec.cycles === 'some' && spec.functions === giant?.spec.functions && spec.names === giant.spec.names,
  )
  const [with_, without] = [giant?.costs.get('gmonscope'), same?.costs.get('gmonscope')]
  if (!with_ || !without) return []
  return [`One giant cycle costs ${(with_.cpu / without.cpu).toFixed(2)} times the same profile without.`]
}
