// A fuzzer that learns: it changes inputs, and keeps each that takes a branch which none took
// before, or takes one much more often. The branches are counted by the build, see
// scripts/build/count-edges.ts.
import { randomFrom, type Random } from '../random/random.ts'
import { mutateBytes, type Parts } from './mutate.ts'

/** A reader under test. */
export interface FuzzReader {
  readonly name: string
  /** Beginnings of the paths of its code. */
  readonly code: readonly string[]
  /** Inputs to begin with, all with the same number of parts. */
  readonly seeds: () => Promise<readonly Parts[]> | readonly Parts[]
  /** Texts that mean something to it. */
  readonly words: readonly string[]
  /** Changes an input; `mutateBytes` unless given. */
  readonly mutate?: (random: Random, parts: Parts, others: readonly Parts[]) => Parts
  /**
   * Reads an input. Returns whether it opened.
   *
   * @throws any error if the reader is wrong: a crash, a bug, a profile that does not hold together
   */
  readonly read: (parts: Parts) => Promise<boolean>
}

/** An input that showed a fault. */
export interface Finding {
  readonly parts: Parts
  readonly error: string
}

/** What a run of the fuzzer did. */
export interface Learned {
  readonly executions: number
  readonly opened: number
  /** 1 for each branch that was taken. */
  readonly taken: Uint8Array
  /** Those inputs, beyond the seeds, that took a branch which no earlier one took. */
  readonly corpus: readonly Parts[]
  readonly findings: readonly Finding[]
}

/** When to stop, and what to do on the way. */
export interface LearnOptions {
  readonly seed: number
  readonly isDone: (executions: number) => boolean
  /** Called before each execution, so that an endless one leaves its input. */
  readonly onInput?: (parts: Parts) => void
  readonly counters: Uint32Array
  /** Inputs that earlier runs kept. */
  readonly corpus: readonly Parts[]
}

/** Processor time of one input beyond which it counts as a fault. */
const SLOW_MS = 5_000
const MOST_FINDINGS = 20

/** Runs a reader on its seeds, on what earlier runs kept, and on changes of these until it is done. */
export async function learn(reader: FuzzReader, options: LearnOptions): Promise<Learned> {
  const { counters } = options
  const random = randomFrom(options.seed)
  const seen = new Uint8Array(counters.length)
  const pool: Parts[] = []
  /** Of the pool, what opened. */
  const good: Parts[] = []
  const corpus: Parts[] = []
  const findings: Finding[] = []
  const errors = new Set<string>()
  let executions = 0
  let opened = 0
  let isOpen = false
  /** Returns 2 if it took a new branch, 1 if it took one much more often than others did, otherwise 0. */
  const run = async (parts: Parts): Promise<number> => {
    options.onInput?.(parts)
    counters.fill(0)
    const before = process.cpuUsage()
    let error: unknown = null
    isOpen = false
    try {
      isOpen = await reader.read(parts)
      if (isOpen) opened++
    } catch (thrown) {
      error = thrown
    }
    const { user, system } = process.cpuUsage(before)
    if (error === null && (user + system) / 1000 > SLOW_MS) error = new Error('it takes more than 5 seconds')
    executions++
    if (error !== null) {
      const text = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)
      const place = text.split('\n').slice(0, 2).join('\n').replaceAll(/\d+/g, '')
      if (!errors.has(place) && findings.length < MOST_FINDINGS) findings.push({ parts, error: text })
      errors.add(place)
    }
    return merge(seen, counters)
  }
  const add = (parts: Parts): void => {
    pool.push(parts)
    if (isOpen) good.push(parts)
  }
  for (const parts of await reader.seeds()) {
    await run(parts)
    add(parts)
  }
  for (const parts of options.corpus) {
    if ((await run(parts)) === 0) continue
    add(parts)
    corpus.push(parts)
  }
  while (!options.isDone(executions)) {
    // A change of what is refused is mostly refused as well, and reaches less.
    const among = random.chance(0.7) && good.length > 0 ? good : pool
    const parts = random.chance(0.5)
      ? among[among.length - 1 - random.below(Math.ceil(among.length / 4))]
      : random.pick(among)
    const made =
      reader.mutate && random.chance(0.95)
        ? reader.mutate(random, parts, pool)
        : mutateBytes(random, parts, pool, reader.words)
    const isNew = await run(made)
    if (isNew > 0) add(made)
    if (isNew > 1) corpus.push(made)
  }
  return { executions, opened, taken: seen.map((bits) => Math.min(1, bits)), corpus, findings }
}

/** Once, a few times, often, very often: a bit each. */
function bitOf(count: number): number {
  if (count < 4) return 1 << (count - 1)
  if (count < 8) return 8
  if (count < 16) return 16
  if (count < 32) return 32
  return count < 128 ? 64 : 128
}

/** Adds the counters to what was seen. Returns 2 for a new branch, 1 for a new count, otherwise 0. */
function merge(seen: Uint8Array, counters: Uint32Array): number {
  let found = 0
  for (let edge = 0; edge < counters.length; edge++) {
    const count = counters[edge]
    if (count === 0) continue
    const bit = bitOf(count)
    if ((seen[edge] & bit) !== 0) continue
    found = Math.max(found, seen[edge] === 0 ? 2 : 1)
    seen[edge] |= bit
  }
  return found
}

/** Returns the bytes of a file for parts, with the length of each before it. */
export function joinParts(parts: Parts): Uint8Array<ArrayBuffer> {
  const made = Buffer.alloc(parts.reduce((sum, { length }) => sum + 4 + length, 4))
  made.writeUInt32LE(parts.length, 0)
  let at = 4
  for (const part of parts) {
    made.writeUInt32LE(part.length, at)
    made.set(part, at + 4)
    at += 4 + part.length
  }
  return Uint8Array.from(made)
}

/** Returns what `joinParts` joined. */
export function splitParts(bytes: Uint8Array): Parts {
  const buffer = Buffer.from(bytes)
  let at = 4
  return Array.from({ length: buffer.readUInt32LE(0) }, () => {
    const length = buffer.readUInt32LE(at)
    at += 4 + length
    return Uint8Array.from(buffer.subarray(at - length, at))
  })
}
