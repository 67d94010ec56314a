// Two profiles beside each other, from functions in a row or drawn at random; names may repeat.
import fc from 'fast-check'
import { profileOf } from './graph-text.ts'
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { asColumn } from '../core/base/columns.ts'
import { finish } from '../core/base/yielder.ts'
import { stringTableOf } from '../core/base/string-table.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { type Analysis, listProfile } from '../core/reports/listing/listing.ts'
import type { BeforeAfter } from '../core/reports/diff/measures.ts'
import { nameKeys, namesOfOther } from '../core/reports/diff/name-keys.ts'
import { onlyInOther } from '../core/reports/diff/filter-changes.ts'
import { pairFunctions } from '../core/reports/diff/pair-functions.ts'
import type { PairIndex } from '../core/reports/diff/pairs.ts'
import { NameOrder } from '../core/names/name-order.ts'
import { rankTogether } from '../core/names/rank-together.ts'

interface Drawn {
  readonly name: string
  /** "" for one without. */
  readonly file: string
  readonly ticks: number
  /** Of it, by another. */
  readonly calls: number
}

/** All are called by the first. @param of what else is to be so of the profile */
export function profileFrom(functions: readonly Drawn[], of: Partial<CallGraphProfile> = {}): Analysis {
  const called = functions.flatMap(({ calls }, f) => (f > 0 && calls > 0 ? [f] : []))
  const arcs = {
    length: called.length,
    parent: new Int32Array(called.length),
    child: Int32Array.from(called),
    count: Float64Array.from(called, (f) => functions[f].calls),
  }
  const ticks = Float64Array.from(functions, (one) => one.ticks)
  const names = functions.map(({ name }) => name)
  const files = [...new Set(functions.map(({ file }) => file))]
  const fileOf = Int32Array.from(functions, ({ file }) => (file === '' ? -1 : files.indexOf(file)))
  const sources = {
    files: stringTableOf(files),
    fileOf: asColumn(fileOf),
    lineOf: asColumn(new Int32Array(functions.length)),
  }
  const profile = { ...profileOf(names, ticks, arcs), sources, ...of } as CallGraphProfile
  const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
  return { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
}

export function compare(before: Analysis, after: Analysis): BeforeAfter {
  const pairs = finish(pairFunctions(before, after))
  return { before: before.analyzed, after: after.analyzed, pairs }
}

export const rowsOf = ({ pairs }: BeforeAfter): readonly PairIndex[] =>
  Array.from({ length: pairs.length }, (_, row) => row as PairIndex)

/** Few names and few files: many of one name, clones, and clones of clones. */
export const functions = fc.array(
  fc.record({
    name: fc.constantFrom('f', 'g', 'f.isra.0', 'f.part.1', 'g.cold', 'g.isra.2.constprop.3', 'h', '.isra.0'),
    file: fc.constantFrom('', '/a/x.c', '/b/x.c', 'y.c'),
    ticks: fc.nat(90),
    calls: fc.nat(20),
  }),
  { minLength: 1, maxLength: 14 },
)

/** What rows are sorted by name with, as the page asks its worker for it. */
export function nameKeysOf(compared: BeforeAfter): Float64Array<ArrayBuffer> {
  const side = 'after'
  const own = compared[side].profile.functions
  const rows = onlyInOther(compared, side)
  const others = finish(namesOfOther(compared, side, rows))
  const ranks = finish(rankTogether(own, new NameOrder(own).ranks(), others))
  return nameKeys(compared, side, rows, ranks)
}
