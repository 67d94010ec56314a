// The sum of profiles as gprof adds them: what it checks, refuses and warns about on the way.
import type { RawHistogram, RawProfile } from '../../core/formats/format.ts'
import type { Problem } from '../../core/problems/problem.ts'
import { buildFilterTables } from '../../core/profile/filters.ts'
import { ProfileSum } from '../../core/profile/sum-profiles.ts'
import { BlockTally } from '../../core/profile/tally-blocks.ts'
import type { GprofHost } from './host.ts'
import { dimensionChanged, fail, incompatible, missingBins, problemMessage } from './messages.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions } from './options.ts'

/** Rate of a BSD file that has none: the clock ticks per second of today's systems. */
const HOST_RATE = 100

type AnyHistogram = Omit<RawHistogram, 'bins'> & { readonly bins: { readonly length: number } }

/** Adds profiles with gprof's checks, and prints its warnings and `-i` lines. */
export class GprofSum {
  readonly profiles: ProfileSum
  readonly blocks: BlockTally
  /** Whether gmon.sum has basic-block counts. */
  hasBlocks = false
  readonly #options: GprofOptions
  readonly #host: Pick<GprofHost, 'stdout' | 'stderr'>
  #warnedOfBlocks = false
  /** Version of the last GNU file, which gprof also applies to later files of other kinds. */
  #version = 0

  constructor(
    options: GprofOptions,
    { symbols, sources }: Image,
    host: Pick<GprofHost, 'stdout' | 'stderr'>,
  ) {
    this.profiles = new ProfileSum(symbols, buildFilterTables(symbols, options.filters, sources))
    this.blocks = new BlockTally(symbols)
    this.#options = options
    this.#host = host
  }

  /**
   * Adds a profile.
   *
   * @param file as named on the command line
   * @throws GprofFailure if gprof refuses it
   */
  add(profile: RawProfile, file: string, moreFollow: boolean): void {
    for (const histogram of profile.cut ? [...profile.histograms, profile.cut] : profile.histograms) {
      this.#warnOfBlocks(profile, histogram.offset)
      this.#check(histogram, profile, file)
    }
    this.#warnOfBlocks(profile, Infinity)
    if (profile.damage) failWith(profile.damage, profile, file)
    this.#addChecked(profile, file, moreFollow)
    if (this.#options.styles.has('fileInfo')) this.#host.stdout.text(fileInfo(file, this.#version, profile))
  }

  /** Fails if gprof refuses a record; for a BSD file, by the rules for BSD files first. */
  #check(histogram: AnyHistogram, profile: RawProfile, file: string): void {
    const { histograms } = this.profiles
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

  #addChecked(profile: RawProfile, file: string, moreFollow: boolean): void {
    if (profile.dialect === 'gnu') {
      this.#version = profile.version
      if (profile.records.basicBlock > 0) this.hasBlocks = true
    } else {
      // A file of this kind makes gprof forget earlier blocks.
      this.hasBlocks = false
      const { histograms } = this.profiles
      const isFirst = histograms.records.length === 0
      const unrated = profile.dialect === '4.4bsd' && profile.histograms[0]?.rate === 0
      const rate = isFirst && unrated ? HOST_RATE : undefined
      for (const histogram of profile.histograms)
        histograms.add({ ...histogram, rate: rate ?? histogram.rate }, file)
      if (histograms.rate === 0) histograms.rate = HOST_RATE
    }
    // Histograms were added when they were checked.
    this.profiles.add({ ...profile, histograms: [] }, [], moreFollow)
    if (this.#options.byLine) this.blocks.add(profile.blocks)
  }
}

function failWith(damage: Problem, profile: RawProfile, file: string): never {
  if (profile.dialect !== 'gnu' && damage.code === 'gmon/truncated-record')
    return fail(missingBins(Math.floor(damage.found / 2), damage.expected / 2))
  return fail(problemMessage(damage, file))
}

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
