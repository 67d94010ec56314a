// Sums any number of raw profiles. Only the sum is kept, so memory does not grow with the number
// of files.
import type { RawProfile } from '../formats/format.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice } from '../problems/problem.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type { ProfileInput } from './build-profile.ts'
import { excludedBy, excludeProfilersOwn, type FilterTables } from './filters.ts'
import { type ArcEvidence, MOST_EVIDENCE, sampleArcs } from './arc-evidence.ts'
import { ArcTally } from './tally-arcs.ts'
import { HistogramSum } from './sum-histograms.ts'

/**
 * Sums raw profiles of one program: histograms, arcs, basic blocks and a sample of the arcs as
 * evidence.
 */
export class ProfileSum {
  readonly histograms = new HistogramSum()
  readonly arcs: ArcTally
  /** Number of files added. */
  runs = 0
  /** Whether any file could record arcs, even if it recorded none. */
  hasArcs = false
  readonly filters: FilterTables
  readonly #symbols: SymbolTable
  readonly #files: number
  readonly #from: number[] = []
  readonly #self: number[] = []

  /**
   * @param filters tables for the same symbols; their `countsArc` selects arcs
   * @param files approximate number of files; each contributes an equal part of the evidence
   */
  constructor(symbols: SymbolTable, filters: FilterTables = excludeProfilersOwn(symbols), files = 1) {
    this.#symbols = symbols
    this.#files = files
    this.filters = filters
    this.arcs = new ArcTally(symbols, filters.countsArc)
  }

  /**
   * Adds a file, in link-time addresses, and returns its number of samples. Keeps no reference to the file's
   * arcs; it may keep its bins.
   *
   * @param notices receives warnings about the file
   * @param moreFollow whether other files will be added
   * @throws errors of `HistogramSum.add`, and `gmon/rate-changed` for a BSD file with another rate than the
   *   first file's; records before the failing one stay added, as in gprof
   */
  add(profile: RawProfile, notices: Notice[], moreFollow = true): number {
    const isFirst = this.histograms.records.length === 0
    let samples = 0
    for (const histogram of profile.histograms) {
      if (!isFirst && histogram.rate !== this.histograms.rate) {
        const { rate } = this.histograms
        const { file } = profile
        if (profile.dialect === '4.4bsd') {
          const offset = histogram.offset
          throw new ProblemError({ code: 'gmon/rate-changed', file, offset, from: rate, to: histogram.rate })
        }
        if (profile.dialect === 'gnu') {
          notices.push({ code: 'rates-differ', first: rate, other: histogram.rate, file })
        }
      }
      samples += this.histograms.add(histogram, profile.file)
    }
    if (profile.dialect !== 'gnu') {
      notices.push({ code: 'bsd-format', file: profile.file, dialect: profile.dialect })
    }
    this.arcs.add(profile.arcs, moreFollow)
    if (profile.records.arc > 0 || profile.dialect !== 'gnu') this.hasArcs = true
    this.#keepEvidence(profile)
    this.runs++
    return samples
  }

  /** Returns a sample of the recorded arcs, evenly spread over the files: at most MOST_EVIDENCE. */
  evidence(): ArcEvidence {
    return {
      length: this.#from.length,
      from: Float64Array.from(this.#from),
      self: Float64Array.from(this.#self),
    }
  }

  /** Returns the input of `buildProfile`. It shares the sums, so later files change it. */
  result(): ProfileInput {
    return {
      symbols: this.#symbols,
      isLeftOut: excludedBy(this.filters.flat, this.#symbols.length),
      histograms: this.histograms,
      arcs: this.arcs.result(),
      arcRecords: this.arcs.records,
      droppedArcRecords: this.arcs.dropped,
      hasArcs: this.hasArcs,
      runs: this.runs,
    }
  }

  #keepEvidence(profile: RawProfile): void {
    const each = MOST_EVIDENCE / this.#files
    // What one file does not use of its part goes to later files.
    const soFar = Math.min(Math.floor(each * (this.runs + 1)), MOST_EVIDENCE)
    const most = Math.min(Math.ceil(each), soFar - this.#from.length)
    const { from, self } = sampleArcs(profile, most)
    this.#from.push(...from)
    this.#self.push(...self)
  }
}
