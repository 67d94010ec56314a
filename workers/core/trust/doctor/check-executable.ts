// Checks whether the program wrote the profile.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { baseNameAnywhere } from '../../base/file-names.ts'
import type { RawExecutable } from '../../formats/format.ts'
import type { Notice } from '../../problems/problem.ts'
import { isStartedByGlibc, linksProfiler } from '../program/linked-libraries.ts'
import type { HiddenFunctions } from '../program/hidden-functions.ts'
import { findShift, prologueOf, scoreMatch } from '../program/match-executable.ts'
import { isOfOtherBuild, type ProfiledRange, profiledRange } from '../program/own-range.ts'
import { isMismatch } from '../program/match-score.ts'
import { contradicts } from '../program/call-sites.ts'
import type { HistogramSum } from '../../profile/sum-histograms.ts'
import { ProfileSum } from '../../profile/sum-profiles.ts'
import { demangleOnce, shownName } from '../../names/names.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { type Examined, MUCH } from './examined.ts'
import { countInlined } from './check-arcs.ts'

export function checkExecutable(examined: Examined, hidden: HiddenFunctions | null): Notice[] {
  const { analyzed, symbols, sum, raw, shift, callSites } = examined
  if (!raw || !hidden) return []
  const evidence = sum.evidence()
  const prologue = prologueOf(raw.machine)
  const plain = scoreMatch(evidence, symbols, prologue, 0)
  const { arcs, count, ...named } = hidden
  const again = callSites ? countInlined(evidence, symbols, prologue, callSites.inlined) : 0
  // Arcs of hidden functions are among those that a call of the profiler explains.
  const score = { total: plain.total, matched: plain.matched + Math.max(arcs, again) }
  if (shift !== 0) {
    const moved = { code: 'position-independent', shift } as const
    return isMismatch(score) ? [moved, { code: 'wrong-executable', ...score, shift: 0 }] : [moved]
  }
  const [record] = sum.histograms.records
  const own = profiledRange(raw.symbols)
  if (isMismatch(score)) {
    const low = record ? record.low : Math.min(...evidence.self)
    return [{ code: 'wrong-executable', ...score, shift: findShift(evidence, symbols, prologue, low, own) }]
  }
  const doubt = contradictionOf(examined, own)
  if (doubt) return [{ code: 'wrong-executable', ...score, shift: 0, ...doubt }]
  if (count > 0) {
    const readable = (names: readonly string[]): readonly string[] =>
      names.map((name) => shownName(demangleOnce(name, raw.symbols.prefix)))
    const { names, neighbours, ticks } = named
    return [
      {
        code: 'functions-hidden',
        functions: count,
        names: readable(names),
        neighbours: readable(neighbours),
        ticks,
        program: baseNameAnywhere(raw.file),
      },
    ]
  }
  if (score.total === 0 && record) {
    let overlap = 0
    for (const { low, high } of sum.histograms.records)
      overlap += Math.max(0, Math.min(high, raw.textLast + 1) - Math.max(low, raw.textStart))
    const text = raw.textLast + 1 - raw.textStart
    if (overlap < text / 2 && !isOfSamplesOnly(analyzed, raw, sum))
      return [{ code: 'wrong-executable', matched: 0, total: 0, shift: 0 }]
  }
  return []
}

type Contradiction = Pick<
  Extract<Notice, { readonly code: 'wrong-executable' }>,
  'ends' | 'sites' | 'calls' | 'callArcs' | 'callsFound' | 'lacksProfiler' | 'beyond'
>

/** What shows, though the arcs lie in functions, that the program did not write the profile; null if nothing does. */
function contradictionOf(
  { analyzed, sum, symbols, raw, callSites }: Examined,
  own: ProfiledRange | null,
): Contradiction | null {
  if (!raw) return null
  const [record, ...others] = sum.histograms.records
  if (
    sum.evidence().length > 0 &&
    raw.format === undefined &&
    !linksProfiler(raw.symbols) &&
    (isStartedByGlibc(raw.symbols) ||
      (record &&
        isMostlyIn(raw, symbols) &&
        samplesFrom(record, raw.textLast + 1) > MUCH * analyzed.profile.totals.recordedTicks))
  )
    return { lacksProfiler: true }
  if (record && others.length === 0 && isOfOtherBuild(own, record, record.bins.length))
    return { ends: record.high }
  if (callSites) {
    const { callees, callers } = callSites
    if (contradicts(callees)) return { sites: callees.total, calls: callees.total - callees.missing }
    if (contradicts(callers)) return { callArcs: callers.total, callsFound: callers.total - callers.missing }
  }
  const beyond = record && others.length === 0 && own ? samplesBeyond(record, own.etext, symbols) : 0
  return beyond > 0 ? { beyond } : null
}

/** Whether most functions lie in the code, as they do unless the sections of a program are made up. */
const isMostlyIn = ({ textLast }: RawExecutable, { address, length }: SymbolTable): boolean =>
  length > 0 && address[length >> 1] <= textLast

/** Samples in bins behind the end of the code; 0 where functions lie behind it, as on boards that run code from memory. */
function samplesBeyond(
  { low, high, bins }: HistogramSum['records'][number],
  etext: number,
  symbols: SymbolTable,
): number {
  // Marks such as `etext` and `data_start` are no functions.
  for (let row = symbols.length - 1; row >= 0 && symbols.address[row] >= etext; row--)
    if (symbols.isFunction[row] === 1) return 0
  if (symbols.length === 0) return 0
  return samplesFrom({ low, high, bins }, etext)
}

/** Samples in bins that begin at an address or behind it. */
function samplesFrom(
  { low, high, bins }: Pick<HistogramSum['records'][number], 'low' | 'high' | 'bins'>,
  address: number,
): number {
  const width = (high - low) / bins.length
  let samples = 0
  for (let bin = Math.max(0, Math.ceil((address - low) / width)); bin < bins.length; bin++)
    samples += bins[bin]
  return samples
}

/**
 * Whether a debugger such as OpenOCD took the samples: the program counts no calls, and the
 * histogram spans only the addresses seen, all in functions.
 */
function isOfSamplesOnly({ profile }: AnalyzedProfile, raw: RawExecutable, sum: ProfileSum): boolean {
  const { arcRecords, unattributedTicks } = profile.totals
  return (
    arcRecords === 0 &&
    unattributedTicks === 0 &&
    sum.histograms.records.every(({ bins }) => bins[0] > 0 && bins[bins.length - 1] > 0) &&
    !linksProfiler(raw.symbols)
  )
}
