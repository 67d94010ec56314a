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
  const flatRowOf = matchFlatRows(raw, rows, byNumber, add)
  const length = rows.length
  const entry = new Int32Array(length).fill(-1)
  raw.graph?.entries.forEach(({ number, wholeCycle }, at) => {
    const f = wholeCycle > 0 ? undefined : byNumber.get(number)
    if (f !== undefined && entry[f] < 0) entry[f] = at
  })
  return {
    length,
    name: rows.map(({ name }) => name),
    file: rows.map(({ file }) => file),
    number: Int32Array.from(rows, ({ number }) => number),
    flatRow: Int32Array.from(rows, (_, f) => flatRowOf.get(f) ?? -1),
    entry,
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

/** Rows of the flat profile by function. Of several functions of one name, that with the row's calls and time comes first. */
function matchFlatRows(
  raw: RawListing,
  rows: readonly Row[],
  byNumber: ReadonlyMap<number, number>,
  add: (row: Row) => number,
): ReadonlyMap<number, number> {
  const flatRowOf = new Map<number, number>()
  const entries = new Map(raw.graph?.entries.map((entry) => [entry.number, entry]))
  const named = new Map<string, number[]>()
  rows.forEach(({ name }, f) => {
    const group = named.get(name)
    if (group) group.push(f)
    else named.set(name, [f])
  })
  const choose = (row: RawFlatRow): number | null => {
    if (row.number > 0) return byNumber.get(row.number) ?? null
    const free = named.get(row.name)
    if (!free || free.length === 0) return null
    let best = 0
    let bestRank = -1
    // A listing has a name more than once for a few static functions; what has it a thousand times is not searched.
    for (let at = 0; at < Math.min(free.length, 64); at++) {
      const entry = entries.get(rows[free[at]].number)
      const sameCalls = entry !== undefined && Math.max(0, entry.calls) === Math.max(0, row.calls)
      const rank = (sameCalls ? 2 : 0) + (entry?.self === row.self ? 1 : 0)
      if (rank > bestRank) [best, bestRank] = [at, rank]
    }
    return free.splice(best, 1)[0]
  }
  raw.flat?.rows.forEach((row, at) => {
    const known = choose(row)
    const f =
      known === null || flatRowOf.has(known)
        ? add({ name: row.name, number: 0, file: null, isPrinted: false })
        : known
    flatRowOf.set(f, at)
  })
  return flatRowOf
}
