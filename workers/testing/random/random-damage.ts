// Profiles as things go wrong with them: cut short, continued with rubbish, or of another run than the first.
import { buildGmon, type GmonHistogram, type GmonSpec } from '../builders/build-gmon.ts'
import { histogramsOf, randomCase, type RandomCase } from './random-case.ts'
import { randomFrom, type Random } from './random.ts'

export interface DamagedCase {
  readonly made: RandomCase
  readonly what: string
  readonly profiles: readonly Uint8Array<ArrayBuffer>[]
}

const CHANGES = {
  cut: (random: Random, bytes: Uint8Array) => bytes.slice(0, random.below(bytes.length)),
  'cut near the end': (random: Random, bytes: Uint8Array) =>
    bytes.slice(0, Math.max(0, bytes.length - random.between(1, 24))),
  continued: (random: Random, bytes: Uint8Array) =>
    Uint8Array.from([...bytes, ...Array.from({ length: random.between(1, 30) }, () => random.below(4))]),
  padded: (random: Random, bytes: Uint8Array) =>
    Uint8Array.from([...bytes, ...new Uint8Array(random.between(1, 200))]),
  'another version': (random: Random, bytes: Uint8Array) => {
    const changed = bytes.slice()
    changed.set([random.below(4)], random.pick([4, 7]))
    return changed
  },
  empty: () => new Uint8Array(),
} as const

const RUNS = {
  'another range': (histogram: GmonHistogram) => ({ ...histogram, low: Number(histogram.low) + 4 }),
  'half the range': (histogram: GmonHistogram) => ({
    ...histogram,
    high: Math.floor((Number(histogram.low) + Number(histogram.high)) / 2),
    bins: Array.from(histogram.bins).slice(0, Math.floor(histogram.bins.length / 2)),
  }),
  'fewer bins': (histogram: GmonHistogram) => ({ ...histogram, bins: Array.from(histogram.bins).slice(1) }),
  'another dimension': (histogram: GmonHistogram) => ({ ...histogram, dimension: 'cycles' }),
  'another letter': (histogram: GmonHistogram) => ({ ...histogram, abbreviation: 'c' }),
  'another rate': (histogram: GmonHistogram) => ({ ...histogram, rate: 77 }),
} as const

export function randomDamage(seed: number): DamagedCase {
  const random = randomFrom(seed)
  const made = randomCase(seed)
  const last = made.profiles[made.profiles.length - 1]
  if (random.chance(0.5)) {
    const what = random.pick(Object.keys(RUNS) as (keyof typeof RUNS)[])
    // Of an empty range gprof takes any number of bins for that of the first, and loses its place in the file.
    const change = (histogram: GmonHistogram): GmonHistogram =>
      Number(histogram.low) < Number(histogram.high) ? RUNS[what](histogram) : histogram
    return { made, what, profiles: [...made.profiles, otherRun(last, change)].map(buildGmon) }
  }
  const what = random.pick(Object.keys(CHANGES) as (keyof typeof CHANGES)[])
  const files = made.profiles.map(buildGmon)
  const broken = random.below(files.length)
  return {
    made,
    what,
    profiles: files.map((bytes, at) => (at === broken ? CHANGES[what](random, bytes) : bytes)),
  }
}

/** One more file, whose histograms are like this one's but for one thing. */
function otherRun(profile: GmonSpec, change: (histogram: GmonHistogram) => GmonHistogram): GmonSpec {
  if ('records' in profile) return { ...profile, records: histogramsOf(profile).map(change) }
  const { low, high, bins, rate } = change({ ...profile, kind: 'histogram' })
  return { ...profile, low, high, bins, ...(rate === undefined ? {} : { rate }) }
}
