// The functions a listing speaks of: each number in brackets is one, and each row of the flat profile is one of them.
import type { RawEntryLine, RawFlatRow, RawListing } from '../../formats/gprof-listing/types.ts'

/** One row a function, in the order of the listing's index: by name as the linker knows it. */
export interface ListedFunctions {
  readonly length: number
  readonly name: readonly string[]
  /** In parentheses behind the name in the index, or null. */
  readonly file: readonly (string | null)[]
  /** Number of its entry; 0 if none is told. */
  readonly number: Int32Array
  /** Position in the flat profile, and among the entries; −1 for none. */
  readonly flatRow: Int32Array
  readonly entry: Int32Array
  /** Lines below a cycle as a whole, by function. */
  readonly member: ReadonlyMap<number, RawEntryLine>
  /** The cycle the listing says it is in; 0 for none. */
  readonly cycle: Int32Array
  /** 0 for a function that the listing says has no entry. */
  readonly isPrinted: Uint8Array<ArrayBuffer>
  readonly byNumber: ReadonlyMap<number, number>
  /** How many functions, from the first one on, stand in the index. */
  readonly indexed: number
}

interface Row {
  readonly name: string
  readonly number: number
  readonly file: string | null
  /** The listing says "[n]" of it, as of what has an entry. */
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

/** A listing has a name more than once for a few static functions; what has it a thousand times is not searched. */
const MOST_SEARCHED = 64

/** Finds the function of a row by its name. Of several, that with the row's calls and time comes first. */
function freeFunctions(
  raw: RawListing,
  rows: readonly Row[],
  entryOf: Int32Array,
  flatRow: Int32Array,
): (row: RawFlatRow) => number | undefined {
  /** By name the first that has no row yet, and behind each the next of its name. */
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
