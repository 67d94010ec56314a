// Pairs the functions of two profiles: by raw name, by file if several have one name, clones by their
// original.
import { asColumn, NONE } from '../../base/columns.ts'
import type { CallGraphProfile, FunctionIndex, SourceTable } from '../../profile/call-graph-profile.ts'
import { orderOfStrings } from '../../base/order-strings.ts'
import { compareAcross, stringAt, type StringIndex } from '../../base/string-table.ts'
import type { StringTable } from '../../base/packed-strings.ts'
import type { Analysis } from '../listing/listing.ts'
import { isActive } from '../listing/active-functions.ts'
import type { Pairs } from './pairs.ts'
import { pairClones } from './pair-clones.ts'

/** Names compared between two pauses. */
const STEP = 500

/**
 * Pairs the functions of two profiles by raw name, those of one name by file, and clones such as `f.isra.0`
 * with `f`; yields between steps, so that the caller can do other work. Takes time linear in the functions
 * of both. The rows are in the order of raw names; a function active in neither profile has none.
 */
export function* pairFunctions(before: Analysis, after: Analysis): Generator<void, Pairs> {
  const [earlier, later] = [before.analyzed.profile, after.analyzed.profile]
  const [names, otherNames] = [earlier.functions.names, later.functions.names]
  const order = before.listing.byName ?? orderOfStrings(names)
  const otherOrder = after.listing.byName ?? orderOfStrings(otherNames)
  const found = new PairList(earlier, later)
  let at = 0
  let other = 0
  let compared = 0
  while (at < order.length || other < otherOrder.length) {
    if (++compared % STEP === 0) yield
    const difference =
      at === order.length
        ? 1
        : other === otherOrder.length
          ? -1
          : compareAcross(names, order[at], otherNames, otherOrder[other])
    if (difference < 0) found.add(order[at++], NONE)
    else if (difference > 0) found.add(NONE, otherOrder[other++])
    else {
      const end = endOfAlike(names, order, at)
      const otherEnd = endOfAlike(otherNames, otherOrder, other)
      if (end === at + 1 && otherEnd === other + 1) found.add(order[at], otherOrder[other])
      else {
        const group = order.subarray(at, end)
        const others = otherOrder.subarray(other, otherEnd)
        for (const [one, two] of pairSameNames(earlier.sources, group, later.sources, others))
          found.add(one, two)
      }
      at = end
      other = otherEnd
    }
  }
  yield
  return yield* pairClones(found.take(), names, otherNames)
}

/** Returns the end of the functions with the same name as the one at `at`. */
function endOfAlike(names: StringTable, order: Uint32Array, at: number): number {
  let end = at + 1
  while (end < order.length && compareAcross(names, order[at], names, order[end]) === 0) end++
  return end
}

class PairList {
  readonly #before: CallGraphProfile
  readonly #after: CallGraphProfile
  readonly #rows: { before: Int32Array<ArrayBuffer>; after: Int32Array<ArrayBuffer> }
  #length = 0

  constructor(before: CallGraphProfile, after: CallGraphProfile) {
    this.#before = before
    this.#after = after
    const most = before.functions.length + after.functions.length
    this.#rows = { before: new Int32Array(most), after: new Int32Array(most) }
  }

  /** Adds a pair, unless it is active in neither profile. */
  add(before: number, after: number): void {
    const isIn = before !== NONE && isActive(this.#before, before as FunctionIndex)
    const isInOther = after !== NONE && isActive(this.#after, after as FunctionIndex)
    if (!isIn && !isInOther) return
    this.#rows.before[this.#length] = before
    this.#rows.after[this.#length++] = after
  }

  take(): Pairs {
    const length = this.#length
    return {
      length,
      before: asColumn(this.#rows.before.slice(0, length)),
      after: asColumn(this.#rows.after.slice(0, length)),
      isLikened: asColumn(new Uint8Array(length)),
    }
  }
}

/** FunctionIndex on each side; NONE without a partner. */
type Pair = readonly [before: number, after: number]

/** @param group functions of one name, ascending; so are `others` */
function pairSameNames(
  sources: SourceTable | null,
  group: Uint32Array,
  otherSources: SourceTable | null,
  others: Uint32Array,
): readonly Pair[] {
  const pairs: Pair[] = []
  const files = filesOf(sources, group)
  /** Functions without a partner by file, the first one last. */
  const waiting = new Map<string, number[]>()
  const otherFiles = filesOf(otherSources, others)
  for (let at = others.length - 1; at >= 0; at--) {
    const file = otherFiles[at]
    if (file === '') continue
    const ofFile = waiting.get(file)
    if (ofFile) ofFile.push(others[at])
    else waiting.set(file, [others[at]])
  }
  const alone: number[] = []
  const taken = new Set<number>()
  group.forEach((f, at) => {
    const other = waiting.get(files[at])?.pop()
    if (other === undefined) alone.push(f)
    else {
      taken.add(other)
      pairs.push([f, other])
    }
  })
  const othersAlone = [...others].filter((f) => !taken.has(f))
  for (let at = 0; at < alone.length || at < othersAlone.length; at++) {
    pairs.push([alone[at] ?? NONE, othersAlone[at] ?? NONE])
  }
  return pairs
}

/** Base names of files, because builds use folders of their own; "" if unknown. */
function filesOf(sources: SourceTable | null, group: Uint32Array): readonly string[] {
  return Array.from(group, (f) => {
    const file = sources?.fileOf[f as FunctionIndex] ?? NONE
    if (!sources || file === NONE) return ''
    return stringAt(sources.files, file as number as StringIndex).replace(/^.*[/\\]/s, '')
  })
}
