// Functions of a listing: each number in brackets is one function. Each row of the flat profile belongs
// to one.
import type { RawEntryLine, RawFlatRow, RawListing } from '../formats/gprof-listing/types.ts'

/** Functions of a listing, in the order of its index: by linker name. */
export interface ListedFunctions {
  readonly length: number
  /** Raw name as printed, a binary string. */
  readonly name: readonly string[]
  /** File in parentheses after the name in the index, or null. */
  readonly file: readonly (string | null)[]
  /** Number of its entry; 0 if the listing gives none. */
  readonly number: Int32Array
  /** Row in the flat profile, and position among the entries; −1 for none. */
  readonly flatRow: Int32Array
  readonly entry: Int32Array
  /** Member lines in the entry of a whole cycle, by function. */
  readonly member: ReadonlyMap<number, RawEntryLine>
  /** Number of its cycle; 0 for none. */
  readonly cycle: Int32Array
  /** 0 for a function that the listing marks as having no entry. */
  readonly isPrinted: Uint8Array<ArrayBuffer>
  /** FunctionIndex by the number of its entry. */
  readonly byNumber: ReadonlyMap<number, number>
  /** Number of functions in the index; they are the first rows. */
  readonly indexed: number
}

interface Row {
  readonly name: string
  readonly number: number
  readonly file: string | null
  /** Whether the listing prints "[n]" after the name, as for a function with an entry. */
  readonly isPrinted: boolean
}

export function findListedFunctions(raw: RawListing): ListedFunctions {
  const rows: Row[] = []
  const byNumber = new Map<number, number>()
  const wholes = new Set(
    raw.graph?.entries.filter(({ wholeCycle }) => wholeCycle > 0).map(({ number }) => number),
  )
  const names = raw.graph?.names
  const add = (row: Row): number => {
    if (row.number > 0) byNumber.set(row.number, rows.length)
    rows.push(row)
    return rows.length - 1
  }
  for (const { number, name, file, isPrinted } of names ? (raw.index?.items ?? []) : []) {
    if (wholes.has(number) || byNumber.has(number) || number === 0) continue
    const known = names?.get(number)
    if (known) add({ name: known.name, number, file, isPrinted })
    else if (!/^<cycle \d+>$/.test(name)) add({ name, number, file, isPrinted })
  }
  const indexed = rows.length
  for (const [number, { name, isPrinted }] of [...(names ?? [])].sort(([left], [right]) => left - right)) {
    if (!wholes.has(number) && !byNumber.has(number) && number > 0)
      add({ name, number, file: null, isPrinted })
  }
  const most = rows.length + (raw.flat?.rows.length ?? 0)
  const entry = new Int32Array(most).fill(-1)
  raw.graph?.entries.forEach(({ number, wholeCycle }, at) => {
    const f = wholeCycle > 0 ? undefined : byNumber.get(number)
    if (f !== undefined && entry[f] < 0) entry[f] = at
  })
  const flatRow = new Int32Array(most).fill(-1)
  const free = freeFunctions(raw, rows, entry, flatRow)
  raw.flat?.rows.forEach((row, at) => {
    const known = (row.number > 0 ? byNumber.get(row.number) : free(row)) ?? -1
    const isFree = known >= 0 && flatRow[known] < 0
    flatRow[isFree ? known : add({ name: row.name, number: 0, file: null, isPrinted: false })] = at
  })
  const { length } = rows
  return {
    length,
    name: rows.map(({ name }) => name),
    file: rows.map(({ file }) => file),
    number: Int32Array.from(rows, ({ number }) => number),
    flatRow: flatRow.slice(0, length),
    entry: entry.slice(0, length),
    member: memberLines(raw, byNumber),
    cycle: Int32Array.from(rows, ({ number }) => names?.get(number)?.cycle ?? 0),
    isPrinted: Uint8Array.from(rows, ({ isPrinted }, f) =>
      raw.graph === null || entry[f] >= 0 || isPrinted ? 1 : 0,
    ),
    byNumber,
    indexed,
  }
}

function memberLines(
  raw: RawListing,
  byNumber: ReadonlyMap<number, number>,
): ReadonlyMap<number, RawEntryLine> {
  const lines = new Map<number, RawEntryLine>()
  for (const entry of raw.graph?.entries ?? []) {
    for (const line of entry.lines) {
      const f = line.kind === 'member' ? byNumber.get(line.number) : undefined
      if (f !== undefined && !lines.has(f)) lines.set(f, line)
    }
  }
  return lines
}

/**
 * Largest group of rows with one name that is searched for the best match. Real listings repeat a
 * name for a few static functions only.
 */
const MOST_SEARCHED = 64

/**
 * Finds the function of a row by its name. Of several, one with the row's calls and time comes
 * first.
 */
function freeFunctions(
  raw: RawListing,
  rows: readonly Row[],
  entryOf: Int32Array,
  flatRow: Int32Array,
): (row: RawFlatRow) => number | undefined {
  /** First free function of each name, and for each function the next of the same name. */
  const first = new Map<string, number>()
  const next = new Int32Array(rows.length)
  if (raw.flat) {
    for (let f = rows.length - 1; f >= 0; f--) {
      next[f] = first.get(rows[f].name) ?? -1
      first.set(rows[f].name, f)
    }
  }
  return ({ name, calls, self }) => {
    let best = first.get(name) ?? -1
    while (best >= 0 && flatRow[best] >= 0) best = next[best]
    if (best < 0 || next[best] < 0) return best
    first.set(name, best)
    let bestRank = -1
    for (let f = best, seen = 0; f >= 0 && seen < MOST_SEARCHED; f = next[f], seen++) {
      const entry = raw.graph?.entries[entryOf[f]]
      const sameCalls = entry !== undefined && Math.max(0, entry.calls) === Math.max(0, calls)
      const rank = flatRow[f] >= 0 ? -1 : (sameCalls ? 2 : 0) + (entry?.self === self ? 1 : 0)
      if (rank > bestRank) [best, bestRank] = [f, rank]
    }
    return best
  }
}
