// Builds a CallGraphProfile from the text that gprof printed, with times as printed.
import { asColumn, NONE } from '../base/columns.ts'
import { stringTableOf, TextNumbers } from '../base/string-table.ts'
import type { RawGranularity, RawListing } from '../formats/gprof-listing/types.ts'
import { addresslessProfile } from './addressless-profile.ts'
import type { CallGraphProfile, SourceTable } from './call-graph-profile.ts'
import { TIMER_RATES } from '../formats/gmon/layouts.ts'
import { type ListedFunctions, findListedFunctions } from './gprof-text-functions.ts'
import { type ListedArcs, findListedArcs } from './gprof-text-arcs.ts'

/** A profile built from a listing, with the position of each row in the listing. */
export interface GprofTextProfile {
  readonly profile: CallGraphProfile
  readonly raw: RawListing
  readonly functions: ListedFunctions
  readonly arcs: ListedArcs
}

/**
 * Builds a profile from a parsed listing. Nothing is computed that the listing prints; times are as coarse as
 * printed. A listing without rows gives a profile without functions.
 *
 * Functions are in the order of the index; those it lacks follow by entry number, and those of the flat
 * profile alone come last, in its order. Without a call graph all are in the order of the flat profile. Their
 * row numbers serve as addresses (`isAddressless`). The rate is that of the listing, or the one that its
 * granularity implies, or 100 ticks per second; 0 if no row has a time.
 */
export function buildFromGprofText(raw: RawListing): GprofTextProfile {
  const functions = findListedFunctions(raw)
  const arcs = findListedArcs(raw, functions)
  const rate = sampleRate(raw)
  const { hasTime, ...numbers } = numbersOf(raw, functions, arcs, rate)
  const built = addresslessProfile({
    names: functions.name,
    ...numbers,
    arcs,
    rate: hasTime ? rate : 0,
    ticks: hasTime ? totalTicks(raw, rate) : 0,
  })
  const bytes = (raw.graph?.granularity ?? raw.flat?.granularity)?.bytes
  const isStatic = Uint8Array.from(functions.file, (file) => (file === null ? 0 : 1))
  const profile: CallGraphProfile = {
    ...built,
    functions: { ...built.functions, isStatic: asColumn(isStatic) },
    hasArcs: raw.graph !== null,
    scale: bytes === undefined ? built.scale : bytes / 2,
    dimension: raw.flat?.dimension ?? built.dimension,
    abbreviation: raw.flat?.abbreviation ?? built.abbreviation,
    sources: raw.style.byLine ? sourcesInNames(functions.name) : null,
    listed: { hasFlat: raw.flat !== null, hasGraph: raw.graph !== null },
  }
  return { profile, raw, functions, arcs }
}

/**
 * Takes each function's numbers from its most precise row. `hasTime`: whether any row has a time.
 */
function numbersOf(raw: RawListing, functions: ListedFunctions, arcs: ListedArcs, rate: number) {
  const { length } = functions
  const selfTicks = new Float64Array(length)
  const calls = new Float64Array(length)
  const selfCalls = new Float64Array(length)
  let hasTime = false
  for (let f = 0; f < length; f++) {
    const row = functions.flatRow[f] < 0 ? null : (raw.flat?.rows[functions.flatRow[f]] ?? null)
    const entry = functions.entry[f] < 0 ? null : (raw.graph?.entries[functions.entry[f]] ?? null)
    const member = functions.member.get(f)
    const line = row ?? entry ?? member
    const self = line?.self ?? 0
    hasTime ||= line !== undefined && Number.isFinite(self)
    selfTicks[f] = ticksOf(self, rate)
    calls[f] = Math.max(0, entry?.calls ?? member?.count ?? row?.calls ?? arcs.callsFromArcs[f])
    selfCalls[f] = Math.max(0, entry?.selfCalls ?? member?.selfCalls ?? 0)
  }
  return { selfTicks, calls, selfCalls, hasTime }
}

/**
 * Converts printed seconds to ticks; 0 for NaN and infinite numbers.
 *
 * @param rate ticks per second
 */
export function ticksOf(seconds: number, rate: number): number {
  return Number.isFinite(seconds) ? seconds * rate : 0
}

/** Ticks that replace a total that was positive but printed as 0.00. */
const TRACE = 1e-3

/** Seconds that are printed as 0.00 at most. */
const LEAST_SHOWN = 0.004

/** Ticks that count as 100% in the flat profile. */
function totalTicks({ flat, graph }: RawListing, rate: number): number {
  if (flat?.timeless) return 0
  const granularity = flat?.granularity ?? (flat ? null : graph?.granularity)
  if (granularity) return grainTicks(granularity, rate)
  const last = flat?.rows.findLast(({ cumulative }) => Number.isFinite(cumulative))
  return Math.max(ticksOf(last?.cumulative ?? 0, rate), TRACE)
}

/**
 * Returns the total ticks by the head of the call graph: from its seconds or, if these are rounded to 0, from
 * the share of one tick. 0 if it prints neither.
 *
 * @param share of one tick in the total, in percent
 * @param rate ticks per second
 */
export function grainTicks(
  { share, seconds }: { readonly share: number; readonly seconds: number },
  rate: number,
): number {
  if (seconds > 0) return ticksOf(seconds, rate)
  return share > 0 && Number.isFinite(share) ? Math.min(100 / share, LEAST_SHOWN * rate) : 0
}

/**
 * Reads source positions from names of a listing by lines, which end in " (file:line @ address)".
 */
function sourcesInNames(names: readonly string[]): SourceTable {
  const fileOf = new Int32Array(names.length).fill(NONE)
  const lineOf = new Int32Array(names.length).fill(NONE)
  const files = new TextNumbers()
  names.forEach((name, f) => {
    const found = / \(([^()]+):(\d{1,9}) @ [\da-f]+\)$/.exec(name.slice(-600))
    if (!found) return
    const [, file = '', line] = found
    fileOf[f] = files.of(file)
    lineOf[f] = Number(line)
  })
  return {
    fileOf: asColumn(fileOf),
    lineOf: asColumn(lineOf),
    files: stringTableOf(files.texts),
  }
}

/** Ticks per second, for a listing that does not print it. */
const USUAL = 100

/** Returns ticks per second. */
function sampleRate(raw: RawListing): number {
  const period = Number(raw.flat?.period.replace(',', '.') ?? '')
  if (period > 0 && Number.isFinite(period)) {
    const exact = Math.round(1 / period)
    const isExact = exact > 0 && Number((1 / exact).toPrecision(6)) === period
    return isExact ? exact : 1 / period
  }
  for (const granularity of [raw.flat?.granularity, raw.graph?.granularity]) {
    const rate = granularity ? rateByShare(granularity) : null
    if (rate !== null) return rate
  }
  return USUAL
}

/** Half of the last printed digit, in percent and in seconds. */
const ROUNDING = 0.005

/** Returns the usual rate that is consistent with the rounded share of one sample, if any. */
function rateByShare({ share, seconds }: RawGranularity): number | null {
  if (!(share > ROUNDING && seconds > ROUNDING)) return null
  const least = 100 / (share + ROUNDING) / (seconds + ROUNDING)
  const most = 100 / (share - ROUNDING) / (seconds - ROUNDING)
  return TIMER_RATES.find((rate) => rate >= least && rate <= most) ?? null
}
