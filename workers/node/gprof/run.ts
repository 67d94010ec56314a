// `gmonscope gprof`: gprof's order of work. Reads image and profiles through the core, prints what gprof prints.
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import { withArcTimes } from '../../core/analysis/time/arc-times.ts'
import { forgetWalk } from '../../core/analysis/time/arc-walk.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { problemOf } from '../../core/offered/candidates.ts'
import { buildProfile } from '../../core/profile/build-profile.ts'
import { buildFilterTables } from '../../core/profile/filters/filter-tables.ts'
import { addStaticArcs, canScan } from '../../core/profile/code/gprof-static-arcs.ts'
import { listProfile } from '../../core/reports/listing/listing.ts'
import type { GprofHost } from './host.ts'
import { GprofFailure } from './messages.ts'
import { openImage, type Image } from './open-image.ts'
import { parseOptions, type GprofOptions, type Style } from './options.ts'
import { printReports } from './print-reports.ts'
import { ProfileReader } from './read-profiles.ts'
import { expandResponseFiles } from './response-files.ts'
import { HELP, SEE_HELP, VERSION } from './usage.ts'
import { writeFile } from './write-file.ts'

/** Messages begin with this, as they do where gprof is found by that name. */
const NAME = 'gprof'

/** Arguments are binary strings, one character a byte. Answers the exit status. */
export async function runGprof(args: readonly string[], host: GprofHost): Promise<number> {
  const expanded = expandResponseFiles(args, (name) => {
    const bytes = host.readAll(name)
    return typeof bytes !== 'string' ? bytes : bytes === 'EISDIR' ? 'directory' : 'missing'
  })
  if ('mistake' in expanded) {
    host.stderr(`${NAME}: ${expanded.mistake}\n`)
    return 1
  }
  const parsed = parseOptions(NAME, expanded.args, host.operandsEndOptions)
  switch (parsed.kind) {
    case 'help':
      host.stdout.text(HELP)
      return 0
    case 'version':
      host.stdout.text(VERSION)
      return 0
    case 'mistake':
      host.stderr(parsed.usage ? parsed.message + SEE_HELP : parsed.message)
      return 1
    case 'run':
      return runOptions(parsed.options, host)
  }
}

async function runOptions(options: GprofOptions, host: GprofHost): Promise<number> {
  let image: Image | null = null
  try {
    await host.expect?.(options.profiles)
    image = await openImage(options, host)
    await run(options, image, host)
    return 0
  } catch (error) {
    if (error instanceof GprofFailure) {
      host.stderr(error.message)
      return 1
    }
    throw error instanceof Error ? error : new Error(problemOf(error).code)
  } finally {
    image?.close()
  }
}

async function run(options: GprofOptions, image: Image, host: GprofHost): Promise<void> {
  const { symbols, raw } = image
  const filters = buildFilterTables(symbols, options.filters, image.sources)
  const reader = new ProfileReader(options, image, filters, host)
  await readProfiles(options.profiles, reader, host)
  reader.letGo()

  const { sum } = reader
  const input = sum.result()
  const hasHistogram = sum.histograms.records.length > 0
  const styles = chooseStyles(options, hasHistogram, input.hasArcs)
  const has = (style: Style): boolean => styles.has(style)
  if (has('sum')) {
    const { writeGmonSum } = await import('../../core/profile/sum/gmon-sum.ts')
    const format = options.format === 'bsd' || options.format === '4.4bsd' ? options.format : 'gnu'
    const blocks = reader.hasBlocks ? reader.blocks.result() : null
    const summed = { layout: raw, symbols, histograms: sum.histograms, arcs: sum.arcs.result(), blocks }
    const bytes = writeGmonSum(summed, { format, wide: options.wide })
    const refused = writeFile(host, 'gmon.sum', bytes)
    if (refused !== null) throw new GprofFailure(refused)
  }
  if (options.staticCalls && input.hasArcs) {
    if (!canScan(raw.machine)) {
      host.stderr(`${options.name}: -c not supported on architecture ${image.architecture}\n`)
    } else if (image.text) {
      addStaticArcs(raw.machine, image.text, symbols, sum.histograms.records, sum.arcs)
    }
  }
  if (has('flat') && !hasHistogram)
    throw new GprofFailure(`${options.name}: gmon.out file is missing histogram\n`)
  if (has('graph') && !input.hasArcs)
    throw new GprofFailure(`${options.name}: gmon.out file is missing call-graph data\n`)

  const { graph, time } = filters
  const built = buildProfile(input)
  const filter = {
    graphOnly: graph.only,
    graphWithout: graph.without,
    timeOnly: time.only,
    timeWithout: time.without,
  }
  const profile = { ...built, sources: image.sources }
  const passed = analyzeProfile(profile, EMPTY_SCENARIO, filter)
  const analyzed = has('graph') ? withArcTimes(passed) : passed
  forgetWalk(analyzed.profile)
  const listing = listProfile(analyzed, {
    showUnused: options.showUnused,
    functionsOnly: options.byLine,
    keepsNameOrder: has('graph'),
  })
  const { fileMap } = image
  const isMapped = symbols.isMapped ?? new Uint8Array(symbols.length)
  await printReports({ options, styles, filters, reader, analyzed, listing, fileMap, isMapped, host })
}

async function readProfiles(
  names: readonly string[],
  reader: ProfileReader,
  { progress }: GprofHost,
): Promise<void> {
  const total = names.length
  try {
    for (const [done, name] of names.entries()) {
      if (total > 1) progress?.onStep({ stage: 'profiles', file: name, done, total })
      await reader.read(name, done + 1 < total)
    }
  } finally {
    progress?.end()
  }
}

/** What to print: what was asked for; else what the profiles hold, less what the options spoke of. */
function chooseStyles(options: GprofOptions, hasHistogram: boolean, hasArcs: boolean): ReadonlySet<Style> {
  if (options.styles.size > 0) return options.styles
  const styles = new Set<Style>()
  if (hasHistogram) styles.add('flat')
  if (hasArcs) styles.add('graph')
  if (!hasHistogram && !hasArcs) styles.add('exec')
  for (const style of options.mentioned) styles.delete(style)
  return styles
}
