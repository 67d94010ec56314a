// A listing's parts → CallGraphProfile: the functions and arcs its rows speak of, with times as they were printed.
import { asColumn } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { stringTableOf } from '../../base/string-table.ts'
import { TextNumbers } from '../../base/text-numbers.ts'
import type { RawListing } from '../../formats/gprof-listing/types.ts'
import { arcTables } from '../build-profile.ts'
import type { CallGraphProfile } from '../call-graph-profile.ts'
import { findListedArcs, type ListedArcs } from './listed-arcs.ts'
import { findListedFunctions, type ListedFunctions } from './listed-functions.ts'
import { sampleRate } from './listed-rate.ts'
import type { SourceTable } from '../tables.ts'

/** The profile, and how its rows stand in the listing. */
export interface ListedProfile {
  readonly profile: CallGraphProfile
  readonly raw: RawListing
  readonly functions: ListedFunctions
  readonly arcs: ListedArcs
}

/** gprof's usual bin, where the listing does not tell. */
const USUAL_BYTES = 4

export function buildListedProfile(raw: RawListing): ListedProfile {
  const functions = findListedFunctions(raw)
  const arcs = findListedArcs(raw, functions)
  const { length } = functions
  const rate = sampleRate(raw)
  const { selfTicks, calls, selfCalls, hasTime } = numbersOf(raw, functions, arcs, rate)
  const rows = Float64Array.from({ length }, (_, f) => f)
  const granularity = raw.graph?.granularity ?? raw.flat?.granularity ?? null
  const ticks = hasTime ? totalTicks(raw, rate) : 0
  const profile: CallGraphProfile = {
    functions: {
      length,
      address: asColumn(rows),
      isAddressless: true,
      last: asColumn(rows),
      names: stringTableOf(functions.name),
      isStatic: asColumn(Uint8Array.from(functions.file, (file) => (file === null ? 0 : 1))),
      isFunction: asColumn(new Uint8Array(length).fill(1)),
      isLeftOut: asColumn(new Uint8Array(length)),
      selfTicks: asColumn(selfTicks),
      calls: asColumn(calls),
      selfCalls: asColumn(selfCalls),
    },
    ...arcTables(arcs, length),
    hasHistogram: hasTime,
    hasArcs: raw.graph !== null,
    rate: hasTime ? rate : 0,
    scale: (granularity?.bytes ?? USUAL_BYTES) / 2,
    dimension: raw.flat?.dimension ?? 'seconds',
    abbreviation: raw.flat?.abbreviation ?? 's',
    totals: {
      ticks,
      recordedTicks: ticks,
      unattributedTicks: 0,
      arcRecords: arcs.length,
      droppedArcRecords: 0,
      runs: 1,
    },
    sources: raw.style.byLine ? sourcesInNames(functions.name) : null,
    listed: { hasFlat: raw.flat !== null, hasGraph: raw.graph !== null },
  }
  return { profile, raw, functions, arcs }
}

/** Of each function what the most telling of its rows says. `hasTime`: whether any of them says a time at all. */
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
    const told = row ?? entry ?? member
    const self = told?.self ?? 0
    hasTime ||= told !== undefined && Number.isFinite(self)
    selfTicks[f] = ticksOf(self, rate)
    calls[f] = Math.max(0, entry?.calls ?? member?.count ?? row?.calls ?? arcs.callsFromArcs[f])
    selfCalls[f] = Math.max(0, entry?.selfCalls ?? member?.selfCalls ?? 0)
  }
  return { selfTicks, calls, selfCalls, hasTime }
}

/** What is no number has no place among ticks. */
export function ticksOf(seconds: number, rate: number): number {
  return Number.isFinite(seconds) ? seconds * rate : 0
}

/** A share of a tick, for a total that is more than nothing and was rounded to it. */
const TRACE = 1e-3

/** Seconds that are printed as none. */
const LEAST_SHOWN = 0.004

/** The time that counts as 100 % in the flat profile. */
function totalTicks({ flat, graph }: RawListing, rate: number): number {
  if (flat?.timeless) return 0
  const told = flat?.granularity ?? (flat ? null : graph?.granularity)
  if (told) return grainTicks(told, rate)
  const last = flat?.rows.findLast(({ cumulative }) => Number.isFinite(cumulative))
  return Math.max(ticksOf(last?.cumulative ?? 0, rate), TRACE)
}

/** All ticks, by a part's head: from its seconds, or, rounded to none, from the share that one of them is. */
export function grainTicks(
  { share, seconds }: { readonly share: number; readonly seconds: number },
  rate: number,
): number {
  if (seconds > 0) return ticksOf(seconds, rate)
  return share > 0 && Number.isFinite(share) ? Math.min(100 / share, LEAST_SHOWN * rate) : 0
}

/** Names of a listing by lines end in " (file:line @ address)". */
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
