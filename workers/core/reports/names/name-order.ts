// Natural order of readable names ("f9" before "f10"): of one program, computed in slices, and of
// two programs together.
import { binaryString, stringAt, type StringIndex, textOfBinary } from '../../base/string-table.ts'
import { demangleOnce, type Named, rawName, ReadableNames } from './names.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'

// Comparison of two names in natural order ("f9" before "f10") by their bytes. The result is that
// of the collator, several times faster and without making strings.

const SPACE = 32
const TILDE = 126
const ZERO = 48
const NINE = 57
/** Length of digits beyond which the collator compares a number in parts. */
const LONGEST_NUMBER = 254

const collator = new Intl.Collator('en', { numeric: true })

/** By byte: rank among visible ASCII characters, ignoring case. */
const PLACE = placesOf()
/** Whether, of two names that differ in case only, the one with the small letter comes first. */
const SMALL_FIRST = collator.compare('a', 'A') < 0 ? 1 : -1

function placesOf(): Uint8Array {
  const letters = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const codes = Array.from({ length: TILDE + 1 - SPACE }, (_, at) => SPACE + at)
  const textOf = (code: number): string => String.fromCharCode(code)
  codes.sort((left, right) => letters.compare(textOf(left), textOf(right)))
  const places = new Uint8Array(256)
  let place = 1
  codes.forEach((code, at) => {
    if (at > 0 && letters.compare(textOf(codes[at - 1]), textOf(code)) !== 0) place++
    places[code] = place
  })
  return places
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

/**
 * Returns a comparison of two functions (FunctionIndex) by their readable names in natural order: negative,
 * 0 or positive.
 *
 * @param readable names of the same functions, all prepared; must not be released while the comparison is
 *   used
 */
export function nameComparison(
  functions: Named,
  readable: ReadableNames,
): (left: number, right: number) => number {
  const { length } = functions
  const slices = readable.together()
  const tables = [functions.names, ...slices.map(({ names }) => names)]
  /** By function: the table that has its name, and the name's row and bytes in it. */
  const table = new Uint16Array(length)
  const start = new Uint32Array(length)
  const end = new Uint32Array(length)
  /** Names that only the collator can compare. */
  const texts = new Map<number, string>()
  slices.forEach((slice, at) => {
    slice.functions.forEach((f, row) => {
      const isRaw = slice.names.start[row] === slice.names.end[row]
      const names = isRaw ? functions.names : slice.names
      const index = isRaw ? f : row
      table[f] = isRaw ? 0 : at + 1
      start[f] = names.start[index]
      end[f] = names.end[index]
      if (!isPlain(names.bytes, start[f], end[f])) {
        texts.set(f, textOfBinary(stringAt(names, index as StringIndex)))
      }
    })
  })
  const textOf = (f: number): string => texts.get(f) ?? binaryString(tables[table[f]].bytes, start[f], end[f])

  return (left, right) => {
    if (texts.size > 0 && (texts.has(left) || texts.has(right))) {
      return collator.compare(textOf(left), textOf(right))
    }
    return compareBytes(
      tables[table[left]].bytes,
      start[left],
      end[left],
      tables[table[right]].bytes,
      start[right],
      end[right],
    )
  }
}

/** Whether bytes compare like the text. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte < SPACE || byte > TILDE) return false
    digits = isDigit(byte) ? digits + 1 : 0
    if (digits > LONGEST_NUMBER) return false
  }
  return true
}

function compareBytes(
  left: Uint8Array,
  leftFrom: number,
  leftEnd: number,
  right: Uint8Array,
  rightFrom: number,
  rightEnd: number,
): number {
  let l = leftFrom
  let r = rightFrom
  /** The first difference in case, which counts only if nothing else differs. */
  let byCase = 0
  while (l < leftEnd && r < rightEnd) {
    const a = left[l]
    const b = right[r]
    if (isDigit(a) && isDigit(b)) {
      while (l < leftEnd && left[l] === ZERO) l++
      while (r < rightEnd && right[r] === ZERO) r++
      let byValue = 0
      while (l < leftEnd && r < rightEnd && isDigit(left[l]) && isDigit(right[r])) {
        if (byValue === 0) byValue = left[l] - right[r]
        l++
        r++
      }
      // The longer number is the greater one.
      if (l < leftEnd && isDigit(left[l])) return 1
      if (r < rightEnd && isDigit(right[r])) return -1
      if (byValue !== 0) return byValue
      continue
    }
    if (a !== b) {
      const byPlace = PLACE[a] - PLACE[b]
      if (byPlace !== 0) return byPlace
      if (byCase === 0) byCase = a > b ? -SMALL_FIRST : SMALL_FIRST
    }
    l++
    r++
  }
  return leftEnd - l - (rightEnd - r) || byCase
}

// Natural order of readable names, computed in slices so that other requests need not wait.

/** Sorts the readable names of a program; call `prepare` until it returns false, then `ranks`. */
export class NameOrder {
  /** Null once sorting is done, so that its memory is released. */
  #work: Generator<undefined, Uint32Array<ArrayBuffer>> | null
  #ranks: Uint32Array<ArrayBuffer> | null = null

  /** @param names prepared here if they are not yet */
  constructor(functions: Named, names = new ReadableNames(functions)) {
    this.#work = rankNames(functions, names)
  }

  /** Continues sorting for about `most` comparisons. Returns whether any work is left. */
  prepare(most: number): boolean {
    for (let done = 0; this.#ranks === null && done < most; done += YIELD_EVERY) this.#step()
    return this.#ranks === null
  }

  /** Returns ranks by FunctionIndex, from 0; equal names have equal ranks. Does first what work is left. */
  ranks(): Uint32Array<ArrayBuffer> {
    while (this.#ranks === null) this.#step()
    return this.#ranks
  }

  #step(): void {
    const step = this.#work?.next()
    if (!step?.done) return
    this.#ranks = step.value
    this.#work = null
  }
}

const YIELD_EVERY = 500
/** Length of runs that are sorted in one step; longer ones are merged. */
const RUN = 64

function* rankNames(
  functions: Named,
  readable: ReadableNames,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const { length } = functions
  while (readable.prepare(YIELD_EVERY)) yield
  const compare = nameComparison(functions, readable)
  yield
  let from = new Uint32Array(length)
  for (let f = 0; f < length; f++) from[f] = f
  for (let start = 0; start < length; start += RUN) {
    from.subarray(start, start + RUN).sort(compare)
    yield
  }
  let to = new Uint32Array(length)
  for (let run = RUN; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run) {
      const middle = Math.min(length, start + run)
      const end = Math.min(length, start + 2 * run)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takesLeft = right >= end || (left < middle && compare(from[left], from[right]) <= 0)
        to[at] = takesLeft ? from[left++] : from[right++]
        if (at % YIELD_EVERY === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  const ranks = to
  for (let at = 0, rank = 0; at < length; at++) {
    if (at > 0 && compare(from[at - 1], from[at]) !== 0) rank++
    ranks[from[at]] = rank
    if (at % YIELD_EVERY === 0) yield
  }
  readable.detachBuffers()
  return ranks
}

// Order of readable names of two programs: merges the known order of one with the names that only
// the other has. Yields between steps.

/** Ranks in one common order; equal names have equal ranks. */
export interface RanksTogether {
  /** Ranks by FunctionIndex. */
  readonly own: Uint32Array<ArrayBuffer>
  /** Ranks by row of the other names. */
  readonly others: Uint32Array<ArrayBuffer>
}

/** Names compared between two pauses. */
const STEP = 500

const rankCollator = new Intl.Collator('en', { numeric: true })

/**
 * Ranks the names of two programs together in natural order; yields between steps, so that the caller can
 * do other work.
 *
 * @param functions names of one program
 * @param ranks result of NameOrder for `functions`
 * @param others names that only the other program has
 */
export function* rankTogether(
  functions: Named,
  ranks: Uint32Array,
  others: Named,
): Generator<void, RanksTogether> {
  const order = new NameOrder(others)
  while (order.prepare(STEP)) yield
  const otherRanks = order.ranks()
  const known = firstOfEach(ranks)
  const added = firstOfEach(otherRanks)
  /** Number of other names between each known one and the one before it. */
  const before = new Uint32Array(known.length + 1)
  const places = new Uint32Array(added.length)
  let at = 0
  let put = 0
  for (let row = 0; row < added.length; row++) {
    if (row % STEP === 0) yield
    const name = shownText(others, added[row])
    const difference = (place: number): number =>
      rankCollator.compare(shownText(functions, known[place]), name)
    at = firstFrom(at, known.length, (place) => difference(place) < 0)
    places[row] = at + put
    if (at < known.length && difference(at) === 0) continue
    before[at]++
    put++
  }
  yield
  let moved = 0
  const placeOf = Uint32Array.from(known, (_, rank) => rank + (moved += before[rank]))
  return { own: placed(ranks, placeOf), others: placed(otherRanks, places) }
}

function shownText(table: Named, row: number): string {
  const { namePrefix } = table
  return textOfBinary(demangleOnce(rawName(table, row as FunctionIndex), namePrefix))
}

/** By rank, a row that has it. */
function firstOfEach(ranks: Uint32Array): Uint32Array<ArrayBuffer> {
  let most = -1
  for (let row = 0; row < ranks.length; row++) most = Math.max(most, ranks[row])
  const rows = new Uint32Array(most + 1)
  for (let row = ranks.length - 1; row >= 0; row--) rows[ranks[row]] = row
  return rows
}

function placed(ranks: Uint32Array, placeOf: Uint32Array): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(ranks.length)
  for (let row = 0; row < places.length; row++) places[row] = placeOf[ranks[row]]
  return places
}

/** Like firstPlace, with few comparisons if the result is close to `from`. */
function firstFrom(from: number, length: number, isBefore: (at: number) => boolean): number {
  let reach = 1
  let low = from
  while (low < length && isBefore(Math.min(length - 1, low + reach - 1))) {
    low += reach
    reach *= 2
  }
  let high = Math.min(length, low + reach - 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return Math.min(low, length)
}
