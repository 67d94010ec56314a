// The first rows of the flat profile, before all of it is put in order: of a large profile that takes as long as reading it.
import { asColumn, asRows } from '../../base/as-column.ts'
import type { Csr } from '../../base/csr.ts'
import { compareStrings, StringTableBuilder, type StringTable } from '../../base/string-table.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcTables } from '../../profile/call-graph-profile.ts'
import type { ArcIndex, ArcTable, FunctionIndex, FunctionTable } from '../../profile/tables.ts'
import { callDigitsOf } from './entries.ts'
import { choosePerCallUnit } from './flat-profile.ts'
import { listProfile, type Analysis } from './listing.ts'
import { countTakingPart } from './taking-part.ts'

/** More than any screen has room for. */
const ROWS = 100

/**
 * A profile of the functions in those rows alone. Its flat profile reads as the beginning of the whole one's, and so does what
 * stands above it; it is good for nothing else: of arcs it tells only how many there are.
 */
export function listFirstRows(analyzed: AnalyzedProfile): Analysis {
  const { profile, cycles, times } = analyzed
  const { functions } = profile
  const { length, names } = functions
  const rows = firstRows(functions)
  const among = <T extends object>(table: T): T => rowsAmong(table, length, rows)
  const part: AnalyzedProfile = {
    ...analyzed,
    profile: {
      ...profile,
      ...arcsOf(profile.arcs, rows.length),
      functions: { ...among(functions), length: rows.length, names: stringsAmong(names, rows) },
    },
    cycles: { ...among(cycles), members: groupsOfNone(cycles.length) },
    times: among(times),
  }
  const { entries, flat, ...rest } = listProfile(part, { lines: 'long' })
  const callDigits = callDigitsOf([functions.calls, functions.selfCalls, cycles.calls, cycles.internalCalls])
  return {
    analyzed: part,
    listing: {
      ...rest,
      entries: { ...entries, callDigits, takingPart: countTakingPart(profile) },
      flat: { ...flat, perCallUnit: choosePerCallUnit(analyzed) },
    },
  }
}

/** The functions of the first rows, ascending. */
function firstRows(functions: FunctionTable): Uint32Array {
  const rows: FunctionIndex[] = []
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    let place = rows.length
    while (place > 0 && isBefore(functions, f, rows[place - 1])) place--
    if (place === ROWS) continue
    rows.splice(place, 0, f)
    if (rows.length > ROWS) rows.pop()
  }
  return Uint32Array.from(rows).sort()
}

/** Whether the one stands before the other, which has a lower address, in gprof's order; see listing-order.ts. */
function isBefore(
  { selfTicks, calls, names }: FunctionTable,
  f: FunctionIndex,
  other: FunctionIndex,
): boolean {
  if (selfTicks[f] !== selfTicks[other]) return selfTicks[f] > selfTicks[other]
  if (calls[f] !== calls[other]) return calls[f] > calls[other]
  return compareStrings(names, f, other) < 0
}

type ByFunction = Float64Array | Int32Array | Uint32Array | Uint8Array

/** No other column is as long: each cycle has two members or more. */
const isByFunction = (part: unknown, functions: number): part is ByFunction =>
  ArrayBuffer.isView(part) && (part as ByFunction).length === functions

/** Of each column with a value for every one of so many functions those of some; the table's other parts as they are. */
function rowsAmong<T extends object>(table: T, functions: number, rows: Uint32Array): T {
  const parts = Object.entries(table).map(([name, part]: [string, unknown]) => [
    name,
    isByFunction(part, functions) ? picked(part, rows) : part,
  ])
  return Object.fromEntries(parts) as T
}

function picked(column: ByFunction, rows: Uint32Array): ByFunction {
  const few = column.slice(0, rows.length)
  for (let at = 0; at < rows.length; at++) few[at] = column[rows[at]]
  return few
}

function stringsAmong({ bytes, start, end }: StringTable, rows: Uint32Array): StringTable {
  const builder = new StringTableBuilder()
  for (const row of rows) builder.addBytes(bytes, start[row], end[row])
  return builder.take()
}

function arcsOf({ length }: ArcTable, functions: number): ArcTables {
  const arcs: ArcTable = {
    length,
    parent: asColumn(new Int32Array(0)),
    child: asColumn(new Int32Array(0)),
    count: asColumn(new Uint32Array(0)),
  }
  const none = groupsOfNone<FunctionIndex, ArcIndex>(functions)
  return { arcs, recordedArcs: length, arcsByParent: none, arcsByChild: none }
}

const groupsOfNone = <Group extends number, Item extends number>(length: number): Csr<Group, Item> => ({
  length,
  offsets: new Uint32Array(length + 1),
  items: asRows(new Uint32Array(0)),
})
