// Profiles one after another → their sum, with gprof's checks between them, its warnings and its `-i` lines.
import type { RawHistogram, RawProfile } from '../../core/formats/format.ts'
import { isGnu } from '../../core/formats/gmon/types.ts'
import { readProfile, ReadingRoom, type ReadOptions } from '../../core/formats/gmon/read.ts'
import { problemOf } from '../../core/offered/candidates.ts'
import type { Problem } from '../../core/problems/problem.ts'
import type { FilterTables } from '../../core/profile/filters/filter-tables.ts'
import { ProfileSum } from '../../core/profile/sum/sum-profiles.ts'
import { BlockTally } from '../../core/profile/sum/tally-blocks.ts'
import { SystemError, type GprofHost, type OpenedFile } from './host.ts'
import { dimensionChanged, GprofFailure, problemMessage, systemMessage } from './messages.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions } from './options.ts'

/** The rate of a BSD file that tells none: the clock ticks a second of today's systems. */
const HOST_RATE = 100

const FORMATS = { auto: 'auto', magic: 'gnu', bsd: 'bsd', '4.4bsd': '4.4bsd' } as const

type AnyHistogram = Omit<RawHistogram, 'bins'> & { readonly bins: { readonly length: number } }

export class ProfileReader {
  readonly sum: ProfileSum
  readonly blocks: BlockTally
  hasBlocks = false
  readonly #options: GprofOptions
  readonly #image: Image
  readonly #host: GprofHost
  /** Filled again by each file. */
  readonly #room = new ReadingRoom()
  #warnedOfBlocks = false
  /** That of the last GNU file, which later files of other kinds seem to share. */
  #version = 0

  constructor(options: GprofOptions, image: Image, filters: FilterTables, host: GprofHost) {
    this.sum = new ProfileSum(image.symbols, filters)
    this.blocks = new BlockTally(image.symbols)
    this.#options = options
    this.#image = image
    this.#host = host
  }

  /** @param moreFollow whether it is not the last */
  async read(file: string, moreFollow: boolean): Promise<void> {
    const { name, format } = this.#options
    if (format === 'prof') this.#fail(`${name}: sorry, file format \`prof' is not yet supported\n`)
    const opened = this.#open(file)
    try {
      const profiles = await this.#profilesIn(opened)
      for (const [at, one] of profiles.entries())
        await this.#take(one, file, FORMATS[format], moreFollow || at + 1 < profiles.length)
    } finally {
      opened.close()
    }
  }

  async #take(
    opened: OpenedFile,
    file: string,
    format: (typeof FORMATS)[keyof typeof FORMATS],
    moreFollow: boolean,
  ): Promise<void> {
    const readOptions: ReadOptions = {
      format,
      withBlocks: true,
      blocksOfHost: true,
      zerosAsRecords: true,
      room: this.#room,
    }
    const profile = await this.#readOne(opened, file, readOptions)
    for (const histogram of profile.cut ? [...profile.histograms, profile.cut] : profile.histograms) {
      this.#warnOfBlocks(profile, histogram.offset)
      this.#check(histogram, profile, file)
    }
    this.#warnOfBlocks(profile, Infinity)
    if (profile.damage) this.#failWith(profile.damage, profile, file)
    this.#add(profile, file, moreFollow)
    if (this.#options.styles.has('fileInfo')) this.#host.stdout.text(fileInfo(file, this.#version, profile))
  }

  /** A file itself; of a text, which gprof refuses, the profiles that came off a board as such. */
  async #profilesIn(opened: OpenedFile): Promise<readonly OpenedFile[]> {
    const { source } = opened
    const start = await source.read(0, Math.min(4, source.size))
    if (start.length === 0 || isGnu(start) || !start.every(isOfText)) return [opened]
    const { profilesIn } = await import('../../core/offered/texts.ts')
    try {
      const found = await profilesIn(source, { sources: [source] }, () => {})
      for (const { file } of found) {
        const problem = file.problem ?? file.damage
        if (problem) return await this.#refuse(problem)
      }
      return found.length === 0 ? [opened] : found.map((one) => ({ ...opened, ...one, kind: 'file' }))
    } catch (error) {
      const problem = problemOf(error)
      if (error instanceof GprofFailure || problem.code === 'bug') throw error
      return this.#refuse(problem)
    }
  }

  /** What gprof has no words for. */
  async #refuse(problem: Problem): Promise<never> {
    const { problemText } = await import('../../core/reports/words/problem-text.ts')
    const { title, explanation } = problemText(problem)
    return this.#fail(`${this.#options.name}: ${title}. ${explanation}\n`)
  }

  /** Gives back what only reading needs: no other file follows. */
  letGo(): void {
    this.#room.letGo()
  }

  #fail(message: string): never {
    throw new GprofFailure(message)
  }

  #open(file: string): OpenedFile {
    try {
      return file === '-' ? this.#host.standardInput() : this.#host.open(file)
    } catch (error) {
      if (!(error instanceof SystemError)) throw error
      return this.#fail(systemMessage(file, error.code))
    }
  }

  async #readOne(opened: OpenedFile, file: string, options: ReadOptions): Promise<RawProfile> {
    const { source, kind } = opened
    const start = await source.read(0, Math.min(4, source.size))
    const wantsGnu = options.format === 'gnu' || String.fromCharCode(...start) === 'gmon'
    if (kind === 'pipe' && source.size >= 20 && options.format === 'auto' && !wantsGnu)
      this.#fail(`${file}: Illegal seek\n`)
    try {
      return await readProfile(source, this.#image.raw, () => {}, options)
    } catch (error) {
      const problem = problemOf(error)
      // Looked at later than whether it is like the first file.
      if (problem.code === 'gmon/bad-bsd-header' && this.sum.histograms.records.length > 0)
        this.#fail(incompatible(file))
      const cut = await this.#cutBsdHeader(problem, opened)
      return this.#fail(cut ?? problemMessage(problem, this.#options.name, file))
    }
  }

  /** A 4.4BSD header that lacks only spare bytes passes for whole: it is the bins that are missed. */
  async #cutBsdHeader(problem: Problem, { source }: OpenedFile): Promise<string | null> {
    if (problem.code !== 'gmon/truncated-record' || problem.what !== 'header') return null
    const { wordSize, bigEndian } = this.#image.raw
    if (problem.found < 2 * wordSize + 12) return null
    const bytes = await source.read(2 * wordSize, 4)
    const size = new DataView(bytes.buffer).getUint32(0, !bigEndian)
    return missingBins(this.#options.name, 0, Math.floor((size - problem.expected) / 2))
  }

  /** Fails where gprof refuses a record; by the rules for BSD files in the first place, if it is of one. */
  #check(histogram: AnyHistogram, profile: RawProfile, file: string): void {
    const { name } = this.#options
    const { histograms } = this.sum
    const [first] = histograms.records
    if (first === undefined) {
      if (profile.dialect !== 'gnu') return
    } else if (profile.dialect !== 'gnu') {
      if (profile.dialect === '4.4bsd' && histogram.rate !== histograms.rate)
        this.#fail(`${file}: profiling rate incompatible with first gmon file\n`)
      const same =
        histogram.low === first.low &&
        histogram.high === first.high &&
        histogram.bins.length === first.bins.length
      if (!same) this.#fail(incompatible(file))
      return
    } else {
      const { dimension, abbreviation } = histograms
      if (histogram.dimension !== dimension)
        this.#fail(dimensionChanged(name, 'unit', dimension, histogram.dimension))
      if (histogram.abbreviation !== abbreviation)
        this.#fail(dimensionChanged(name, 'abbreviation', abbreviation, histogram.abbreviation))
    }
    try {
      // The records of one file are checked against one another too, so each is added at once.
      if (histogram.bins instanceof Uint16Array)
        histograms.add({ ...histogram, bins: histogram.bins as RawHistogram['bins'] }, file)
      else histograms.check(histogram, file)
    } catch (error) {
      this.#fail(problemMessage(problemOf(error), name, file))
    }
  }

  /** gprof warns when it reads the first block, so not of a record without any, nor behind a record it refuses. */
  #warnOfBlocks({ firstBlocks }: RawProfile, before: number): void {
    if (firstBlocks === undefined || firstBlocks >= before) return
    if (this.#options.byLine || this.#warnedOfBlocks) return
    this.#warnedOfBlocks = true
    const { name } = this.#options
    this.#host.stderr(`${name}: warning: ignoring basic-block exec counts (use -l or --line)\n`)
  }

  #failWith(damage: Problem, profile: RawProfile, file: string): never {
    const { name } = this.#options
    if (profile.dialect !== 'gnu' && damage.code === 'gmon/truncated-record')
      return this.#fail(missingBins(name, Math.floor(damage.found / 2), damage.expected / 2))
    return this.#fail(problemMessage(damage, name, file))
  }

  #add(profile: RawProfile, file: string, moreFollow: boolean): void {
    if (profile.dialect === 'gnu') {
      this.#version = profile.version
      if (profile.records.basicBlock > 0) this.hasBlocks = true
    } else {
      // A file of this kind makes gprof forget that there were any.
      this.hasBlocks = false
      const { histograms } = this.sum
      const isFirst = histograms.records.length === 0
      const unrated = profile.dialect === '4.4bsd' && profile.histograms[0]?.rate === 0
      const rate = isFirst && unrated ? HOST_RATE : undefined
      for (const histogram of profile.histograms)
        histograms.add({ ...histogram, rate: rate ?? histogram.rate }, file)
      if (histograms.rate === 0) histograms.rate = HOST_RATE
    }
    // Histograms are there already, each added as it was checked.
    this.sum.add({ ...profile, histograms: [] }, [], moreFollow)
    if (this.#options.byLine) this.blocks.add(profile.blocks)
  }
}

/** Printed, or a line's end. */
const isOfText = (byte: number): boolean =>
  (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9

const incompatible = (file: string): string => `${file}: incompatible with first gmon file\n`

/** gprof counts the bin it failed at as not read, and one more. */
const missingBins = (name: string, read: number, bins: number): string =>
  `${name}: unexpected EOF after reading ${read - 1}/${bins} bins\n`

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
