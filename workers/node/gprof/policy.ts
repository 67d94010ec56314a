/**
 * gprof's policy for the pipeline: opens one file after another, sums them with gprof's checks,
 * prints its warnings and `-i` lines on the way, and ends at the first problem.
 */
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import type { PropagationFilter } from '../../core/analysis/propagate.ts'
import type { ByteSource } from '../../core/bytes/byte-source.ts'
import type { RawExecutable, RawHistogram, RawProfile } from '../../core/formats/format.ts'
import { isGnu } from '../../core/formats/gmon/layouts.ts'
import { ReadBuffers, readProfile } from '../../core/formats/gmon/read.ts'
import { type Candidate, problemOf } from '../../core/inputs/candidates.ts'
import { profilesInText } from '../../core/inputs/identify-text.ts'
import type { Problem } from '../../core/problems/problem.ts'
import { buildProfile } from '../../core/profile/build-profile.ts'
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import { addStaticArcs, canScan } from '../../core/profile/gprof-static-arcs.ts'
import { buildFilterTables } from '../../core/profile/filters.ts'
import { ProfileSum } from '../../core/profile/sum-profiles.ts'
import { BlockTally } from '../../core/profile/tally-blocks.ts'
import type { Policy, ProfileTurn } from '../../core/pipeline/run-stages.ts'
import type { GprofHost, OpenedFile } from './host.ts'
import { dimensionChanged, GprofFailure, orFail, problemMessage } from './messages.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions, Style } from './options.ts'

/** Rate of a BSD file that has none: the clock ticks per second of today's systems. */
const HOST_RATE = 100

const FORMATS = { auto: 'auto', magic: 'gnu', bsd: 'bsd', '4.4bsd': '4.4bsd' } as const

type AnyHistogram = Omit<RawHistogram, 'bins'> & { readonly bins: { readonly length: number } }

/** The profile, and what to print of it. */
export interface GprofBuilt {
  readonly profile: CallGraphProfile
  readonly styles: ReadonlySet<Style>
}

/** Opens and sums files as gprof does. */
export class GprofPolicy implements Policy<GprofBuilt> {
  readonly scenario = EMPTY_SCENARIO
  readonly filter: PropagationFilter
  readonly room = new ReadBuffers()
  readonly sum: ProfileSum
  readonly blocks: BlockTally
  readonly #options: GprofOptions
  readonly #image: Image
  readonly #host: GprofHost
  #hasBlocks = false
  #warnedOfBlocks = false
  /** Version of the last GNU file, which gprof also applies to later files of other kinds. */
  #version = 0

  constructor(options: GprofOptions, image: Image, host: GprofHost) {
    const { symbols, sources } = image
    this.sum = new ProfileSum(symbols, buildFilterTables(symbols, options.filters, sources))
    this.blocks = new BlockTally(symbols)
    const { graph, time } = this.sum.filters
    this.filter = {
      graphOnly: graph.only,
      graphWithout: graph.without,
      timeOnly: time.only,
      timeWithout: time.without,
    }
    this.#options = options
    this.#image = image
    this.#host = host
  }

  async *profiles(): AsyncGenerator<ProfileTurn> {
    const { profiles, format } = this.#options
    const { progress } = this.#host
    const total = profiles.length
    try {
      for (const [done, file] of profiles.entries()) {
        if (total > 1) progress?.onProgress({ stage: 'profiles', file, done, total })
        if (format === 'prof') fail("gprof: sorry, file format `prof' is not yet supported\n")
        const opened = orFail(file, () => (file === '-' ? this.#host.standardInput() : this.#host.open(file)))
        try {
          const sources = await this.#profilesInText(opened, file)
          for (const [at, source] of sources.entries()) {
            const { size } = source
            const candidate: Candidate = {
              source,
              file: { name: file, size, kind: 'profile', detail: '', problem: null },
            }
            const moreFollow = done + 1 < total || at + 1 < sources.length
            yield { candidate, moreFollow, onBytes: () => {} }
          }
        } finally {
          opened.close()
        }
      }
    } finally {
      progress?.end()
    }
  }

  /**
   * Returns the file itself or, for a text, which gprof refuses, the profiles that a board dumped
   * as text.
   */
  async #profilesInText({ source, kind }: OpenedFile, file: string): Promise<readonly ByteSource[]> {
    const { format } = this.#options
    const start = await source.read(0, Math.min(4, source.size))
    if (start.length > 0 && !isGnu(start) && start.every(isOfText)) {
      const found = await openTextProfiles(source)
      if (found.length > 0) return found
    }
    if (kind === 'pipe' && source.size >= 20 && format === 'auto' && !isGnu(start))
      fail(`${file}: Illegal seek\n`)
    return [source]
  }

  read({ candidate: { source } }: ProfileTurn): Promise<RawProfile> {
    const { format } = this.#options
    return readProfile(source, this.#image.raw, () => {}, {
      format: format === 'prof' ? 'auto' : FORMATS[format],
      gprofQuirks: true,
      room: this.room,
    })
  }

  accept(profile: RawProfile, { candidate, moreFollow }: ProfileTurn): void {
    const file = candidate.file.name
    for (const histogram of profile.cut ? [...profile.histograms, profile.cut] : profile.histograms) {
      this.#warnOfBlocks(profile, histogram.offset)
      this.#check(histogram, profile, file)
    }
    this.#warnOfBlocks(profile, Infinity)
    if (profile.damage) failWith(profile.damage, profile, file)
    this.#add(profile, file, moreFollow)
    if (this.#options.styles.has('fileInfo')) this.#host.stdout.text(fileInfo(file, this.#version, profile))
  }

  async refuse(error: unknown, { candidate }: ProfileTurn): Promise<never> {
    if (error instanceof GprofFailure) throw error
    const { source, file } = candidate
    const problem = problemOf(error)
    // Checked later than whether it matches the first file.
    if (problem.code === 'gmon/bad-bsd-header' && this.sum.histograms.records.length > 0)
      fail(incompatible(file.name))
    const cut = await cutBsdHeader(problem, source, this.#image.raw)
    return fail(cut ?? problemMessage(problem, file.name))
  }

  /** Fails if gprof refuses a record; for a BSD file, by the rules for BSD files first. */
  #check(histogram: AnyHistogram, profile: RawProfile, file: string): void {
    const { histograms } = this.sum
    const [first] = histograms.records
    if (first === undefined) {
      if (profile.dialect !== 'gnu') return
    } else if (profile.dialect !== 'gnu') {
      if (profile.dialect === '4.4bsd' && histogram.rate !== histograms.rate)
        fail(`${file}: profiling rate incompatible with first gmon file\n`)
      const same =
        histogram.low === first.low &&
        histogram.high === first.high &&
        histogram.bins.length === first.bins.length
      if (!same) fail(incompatible(file))
      return
    } else {
      const { dimension, abbreviation } = histograms
      if (histogram.dimension !== dimension) fail(dimensionChanged('unit', dimension, histogram.dimension))
      if (histogram.abbreviation !== abbreviation)
        fail(dimensionChanged('abbreviation', abbreviation, histogram.abbreviation))
    }
    // The records of one file are checked against one another as well, so each is added at once.
    if (histogram.bins instanceof Uint16Array)
      histograms.add({ ...histogram, bins: histogram.bins as RawHistogram['bins'] }, file)
    else histograms.check(histogram, file)
  }

  /**
   * gprof warns when it reads the first block: not for a record without blocks, nor after a
   * refused record.
   */
  #warnOfBlocks({ firstBlocks }: RawProfile, before: number): void {
    if (firstBlocks === undefined || firstBlocks >= before) return
    if (this.#options.byLine || this.#warnedOfBlocks) return
    this.#warnedOfBlocks = true
    this.#host.stderr('gprof: warning: ignoring basic-block exec counts (use -l or --line)\n')
  }

  #add(profile: RawProfile, file: string, moreFollow: boolean): void {
    if (profile.dialect === 'gnu') {
      this.#version = profile.version
      if (profile.records.basicBlock > 0) this.#hasBlocks = true
    } else {
      // A file of this kind makes gprof forget earlier blocks.
      this.#hasBlocks = false
      const { histograms } = this.sum
      const isFirst = histograms.records.length === 0
      const unrated = profile.dialect === '4.4bsd' && profile.histograms[0]?.rate === 0
      const rate = isFirst && unrated ? HOST_RATE : undefined
      for (const histogram of profile.histograms)
        histograms.add({ ...histogram, rate: rate ?? histogram.rate }, file)
      if (histograms.rate === 0) histograms.rate = HOST_RATE
    }
    // Histograms were added when they were checked.
    this.sum.add({ ...profile, histograms: [] }, [], moreFollow)
    if (this.#options.byLine) this.blocks.add(profile.blocks)
  }

  /**
   * Does what comes between the sum and its analysis: gmon.sum, static arcs, and checking that
   * what is to be printed exists.
   */
  async build(): Promise<GprofBuilt> {
    const { sum } = this
    const { symbols, raw, text, sources } = this.#image
    const { staticCalls, asHost } = this.#options
    const { hasArcs } = sum
    const hasHistogram = sum.histograms.records.length > 0
    const styles = chooseStyles(this.#options, hasHistogram, hasArcs)
    if (styles.has('sum')) await this.#writeSum()
    if (staticCalls && hasArcs) {
      if (!canScan(raw.machine) || (asHost && !isOfHost(raw)))
        this.#host.stderr(`gprof: -c not supported on architecture ${architectureOf(raw)}\n`)
      else if (text) addStaticArcs(raw.machine, text, symbols, sum.histograms.records, sum.arcs)
    }
    if (styles.has('flat') && !hasHistogram) fail('gprof: gmon.out file is missing histogram\n')
    if (styles.has('graph') && !hasArcs) fail('gprof: gmon.out file is missing call-graph data\n')
    return { profile: { ...buildProfile(sum.result()), sources }, styles }
  }

  async #writeSum(): Promise<void> {
    const { writeGmonSum } = await import('../../core/profile/gmon-sum.ts')
    const { sum, blocks } = this
    const { raw, symbols } = this.#image
    const { format, wide } = this.#options
    const summed = {
      layout: raw,
      symbols,
      histograms: sum.histograms,
      arcs: sum.arcs.result(),
      blocks: this.#hasBlocks ? blocks.result() : null,
    }
    const bytes = writeGmonSum(summed, {
      format: format === 'bsd' || format === '4.4bsd' ? format : 'gnu',
      wide,
    })
    orFail('gmon.sum', () => this.#host.write('gmon.sum', bytes))
  }
}

function fail(message: string): never {
  throw new GprofFailure(message)
}

async function openTextProfiles(source: ByteSource): Promise<readonly ByteSource[]> {
  try {
    const found = await profilesInText(source, { sources: [source] }, () => {})
    for (const { file } of found) {
      const problem = file.problem ?? file.damage
      if (problem) return await refuseText(problem)
    }
    return found.map((one) => one.source)
  } catch (error) {
    const problem = problemOf(error)
    if (error instanceof GprofFailure || problem.code === 'bug') throw error
    return refuseText(problem)
  }
}

/** For problems without a message in gprof. */
async function refuseText(problem: Problem): Promise<never> {
  const { problemText } = await import('../../core/reports/messages/problems.ts')
  const { title, explanation } = problemText(problem)
  return fail(`gprof: ${title}. ${explanation}\n`)
}

/** gprof accepts a 4.4BSD header that lacks only spare bytes and reports missing bins. */
async function cutBsdHeader(
  problem: Problem,
  source: ByteSource,
  { wordSize, bigEndian }: RawExecutable,
): Promise<string | null> {
  if (problem.code !== 'gmon/truncated-record' || problem.what !== 'header') return null
  if (problem.found < 2 * wordSize + 12) return null
  const bytes = await source.read(2 * wordSize, 4)
  const size = new DataView(bytes.buffer).getUint32(0, !bigEndian)
  return missingBins(0, Math.floor((size - problem.expected) / 2))
}

function failWith(damage: Problem, profile: RawProfile, file: string): never {
  if (profile.dialect !== 'gnu' && damage.code === 'gmon/truncated-record')
    return fail(missingBins(Math.floor(damage.found / 2), damage.expected / 2))
  return fail(problemMessage(damage, file))
}

/** A printable character or a line break. */
const isOfText = (byte: number): boolean =>
  (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9

const incompatible = (file: string): string => `${file}: incompatible with first gmon file\n`

/** gprof counts the bin that failed as not read, and one more. */
const missingBins = (read: number, bins: number): string =>
  `gprof: unexpected EOF after reading ${read - 1}/${bins} bins\n`

const recordLine = (count: number, what: string): string =>
  `\t${count} ${what} record${count === 1 ? '' : 's'}\n`

function fileInfo(file: string, version: number, { records }: RawProfile): string {
  return (
    `File \`${file}' (version ${version}) contains:\n` +
    recordLine(records.histogram, 'histogram') +
    recordLine(records.arc, 'call-graph') +
    recordLine(records.basicBlock, 'basic-block count')
  )
}

/**
 * Decides what to print: what was requested; else what the profiles contain, without the styles
 * that options mention.
 */
function chooseStyles(options: GprofOptions, hasHistogram: boolean, hasArcs: boolean): ReadonlySet<Style> {
  if (options.styles.size > 0) return options.styles
  const styles = new Set<Style>()
  if (hasHistogram) styles.add('flat')
  if (hasArcs) styles.add('graph')
  if (!hasHistogram && !hasArcs) styles.add('exec')
  for (const style of options.mentioned) styles.delete(style)
  return styles
}

/** Whether the program is one for the host of the reference, x86-64. */
const isOfHost = ({ machine }: RawExecutable): boolean => machine === 3 || machine === 62

/** Name of the processor in gprof's library, which has names only for those it was built for. */
function architectureOf({ machine, wordSize }: RawExecutable): string {
  if (machine === 3) return 'i386'
  if (machine === 62) return wordSize === 8 ? 'i386:x86-64' : 'i386:x64-32'
  return 'unknown'
}
