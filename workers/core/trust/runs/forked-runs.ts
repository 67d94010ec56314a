// Profiles of forked processes. `fork` copies the counters of the C library, so the file of a child
// begins with all that its parent had measured until then, and a sum counts that past once per file.
import type { RawArcs, RawHistogram, RawProfile } from '../../formats/format.ts'
import type { NoticeOf } from '../../problems/problem.ts'

/** Bits of evidence that exclude chance, over all files of a group. */
const EVIDENT_BITS = 10
/** Part of a child's samples that must be in bins equal to its parent's; the parent goes on in the others. */
const EQUAL_PART = 1 / 3
/** Bins with samples that are kept to compare files: 25 MB. Files beyond are not compared. */
const MOST_KEPT = 1 << 21

/** The bins with samples of one file. */
interface SparseBins {
  /** Ranges of the histograms; only bins of equal ranges are compared. */
  readonly ranges: string
  /** Places of bins with samples, ascending, counted over all histograms. */
  readonly place: Int32Array
  readonly count: Float64Array
  readonly samples: number
}

interface Kept<Key> extends SparseBins {
  readonly key: Key
  readonly file: string
}

/** Files that share a past, the one with most samples first; it is counted in full. */
export type ForkedGroup<Key> = readonly Kept<Key>[]

/**
 * Finds files whose samples begin with those of others.
 *
 * Under glibc the timer is not inherited: a child takes no samples, and its bins are its parent's at
 * the fork. So each bin of the child holds at most as many samples as the parent's, and those of
 * code that ran before the fork alone hold the same. Independent runs fail the first condition in
 * many bins, or the second where one took far longer. Calls prove nothing: a deterministic program
 * makes the same in each run.
 */
export class ForkedRuns<Key> {
  readonly #kept: Kept<Key>[] = []
  #room = MOST_KEPT

  /**
   * Adds a profile; keeps no reference to it. Ignores one without samples, and any beyond a limit of memory.
   *
   * @param key identifies the profile in the groups
   */
  add(key: Key, profile: RawProfile): void {
    const bins = sparseBinsOf(profile.histograms, this.#room)
    if (!bins || bins.samples === 0) return
    this.#room -= bins.place.length
    this.#kept.push({ key, file: profile.file, ...bins })
  }

  /** Returns the groups of files that share a past, each of at least two; empty if there are none. */
  groups(): readonly ForkedGroup<Key>[] {
    const groups: { readonly members: Kept<Key>[]; bits: number }[] = []
    // Among many files, one that is alike by chance is likelier.
    const byChoice = Math.log2(Math.max(1, this.#kept.length - 1))
    // Parents come first: the sort is stable, and a parent has at least the samples of its child.
    for (const one of this.#kept.toSorted((a, b) => b.samples - a.samples)) {
      let bits = 0
      const group = groups.find(({ members }) =>
        members.some((member) => {
          bits = bitsOfPast(one, member) - byChoice
          return bits > 0
        }),
      )
      if (group) {
        group.members.push(one)
        group.bits += bits
      } else groups.push({ members: [one], bits: 0 })
    }
    return groups.flatMap(({ members, bits }) => (bits >= EVIDENT_BITS ? [members] : []))
  }
}

function sparseBinsOf(histograms: readonly RawHistogram[], room: number): SparseBins | null {
  let used = 0
  for (const { bins } of histograms) for (let bin = 0; bin < bins.length; bin++) if (bins[bin] > 0) used++
  if (used > room) return null
  const place = new Int32Array(used)
  const count = new Float64Array(used)
  let [at, start, samples] = [0, 0, 0]
  for (const { bins } of histograms) {
    for (let bin = 0; bin < bins.length; bin++) {
      if (bins[bin] === 0) continue
      place[at] = start + bin
      count[at++] = bins[bin]
      samples += bins[bin]
    }
    start += bins.length
  }
  const ranges = histograms.map(({ low, high, bins }) => `${low} ${high} ${bins.length}`).join()
  return { ranges, place, count, samples }
}

/**
 * Returns the bits of evidence that a histogram is the past of another: within it, and equal where
 * much of it lies; 0 if it cannot be. Two independent counts of about n samples are equal once in
 * √(4πn). The largest count is no evidence: how long a run takes may be the same each time, while
 * where in a loop the samples fall is chance.
 */
function bitsOfPast(past: SparseBins, later: SparseBins): number {
  if (past.ranges !== later.ranges) return 0
  let [bits, equal, most, at] = [0, 0, 0, 0]
  for (let bin = 0; bin < past.place.length; bin++) {
    while (at < later.place.length && later.place[at] < past.place[bin]) at++
    const here = past.count[bin]
    if (at === later.place.length || later.place[at] !== past.place[bin] || later.count[at] < here) return 0
    if (later.count[at] !== here) continue
    bits += bitsOfEqual(here)
    most = Math.max(most, here)
    equal += here
  }
  return equal > 0 && equal >= EQUAL_PART * past.samples ? bits - bitsOfEqual(most) : 0
}

const bitsOfEqual = (samples: number): number => Math.log2(4 * Math.PI * samples) / 2

/**
 * Returns the notice about groups of files that share a past; null without groups.
 *
 * @param code 'forked-once' if the past is counted once
 */
export function forkedNotice<Key>(
  code: 'forked-runs' | 'forked-once',
  groups: readonly ForkedGroup<Key>[],
): NoticeOf<'forked-runs' | 'forked-once'> | null {
  const [first] = groups
  if (!first) return null
  let [files, again] = [0, 0]
  for (const [, ...children] of groups) {
    files += 1 + children.length
    for (const { samples } of children) again += samples
  }
  return { code, files, first: first[0].file, samples: again }
}

/** An arc as a key. */
const arcKey = (arcs: RawArcs, arc: number): string => `${arcs.from[arc]} ${arcs.self[arc]}`

/** Calls by arc. */
type Calls = Map<string, number>

function callsOf(arcs: RawArcs): Calls {
  const calls: Calls = new Map()
  for (let arc = 0; arc < arcs.length; arc++) {
    const key = arcKey(arcs, arc)
    calls.set(key, (calls.get(key) ?? 0) + arcs.count[arc])
  }
  return calls
}

/** The past that files share with others, to be counted once. `find` makes it. */
export class CommonPast<Key> {
  /** Calls of each child's past, of which as many are left out as the map holds. */
  readonly #past: ReadonlyMap<Key, Calls>
  readonly notice: NoticeOf<'forked-runs' | 'forked-once'>

  private constructor(past: ReadonlyMap<Key, Calls>, notice: NoticeOf<'forked-runs' | 'forked-once'>) {
    this.#past = past
    this.notice = notice
  }

  /**
   * Reads all profiles twice, to find groups and then their common calls; null if none share a past.
   *
   * The calls before a fork are not recorded. They are at most the fewest of any file with at least as many
   * samples: all these were forked from the same process later on, or are that process.
   *
   * @param read reads a profile; its columns may be overwritten by the next one. Null: to be skipped
   * @throws what `read` throws
   */
  static async find<Key>(
    keys: readonly Key[],
    read: (key: Key) => Promise<RawProfile | null>,
  ): Promise<CommonPast<Key> | null> {
    const runs = new ForkedRuns<Key>()
    for (const key of keys) {
      const profile = await read(key)
      if (profile) runs.add(key, profile)
    }
    const groups = runs.groups()
    const notice = forkedNotice('forked-once', groups)
    if (!notice) return null
    const past = new Map<Key, Calls>()
    for (const group of groups) {
      // Fewest calls of the files so far, and which of these share one map: those of equal samples.
      let fewest: Calls | null = null
      for (const [at, { key, samples }] of group.entries()) {
        const profile = await read(key)
        if (profile) fewest = fewestOf(fewest, callsOf(profile.arcs))
        if (at === 0 || !fewest) continue
        // A later file of as many samples may have fewer calls, also for those before it.
        for (const { key: before } of group.slice(1, at + 1).filter((one) => one.samples === samples))
          past.set(before, fewest)
      }
    }
    return new CommonPast(past, notice)
  }

  /**
   * Returns a profile without what another one counts already: for a child all bins are 0, and calls of the
   * past are subtracted. Returns `profile` itself if it is no child.
   *
   * @param of the key of the profile
   */
  without(of: Key, profile: RawProfile): RawProfile {
    const past = this.#past.get(of)
    if (!past) return profile
    const left = new Map(past)
    const { arcs } = profile
    const from: number[] = []
    const self: number[] = []
    const count: number[] = []
    for (let arc = 0; arc < arcs.length; arc++) {
      const key = arcKey(arcs, arc)
      const taken = Math.min(left.get(key) ?? 0, arcs.count[arc])
      if (taken > 0) left.set(key, (left.get(key) ?? 0) - taken)
      // gprof's static arcs have no calls; they stay.
      if (taken > 0 && taken === arcs.count[arc]) continue
      from.push(arcs.from[arc])
      self.push(arcs.self[arc])
      count.push(arcs.count[arc] - taken)
    }
    return {
      ...profile,
      // Each bin of a child is part of its parent's.
      histograms: profile.histograms.map((histogram) => ({
        ...histogram,
        bins: new Uint16Array(histogram.bins.length),
        isReused: false,
      })),
      arcs: {
        length: from.length,
        from: Float64Array.from(from),
        self: Float64Array.from(self),
        count: Float64Array.from(count),
      },
    }
  }
}

function fewestOf(before: Calls | null, calls: Calls): Calls {
  if (!before) return calls
  const fewest: Calls = new Map()
  for (const [key, count] of before) {
    const both = Math.min(count, calls.get(key) ?? 0)
    if (both > 0) fewest.set(key, both)
  }
  return fewest
}
