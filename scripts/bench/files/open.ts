// Opens one profile as the page does, and measures what was read and what it cost.
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { openProfile } from '../../../workers/core/pipeline/open-profile.ts'
import { openFileSource, type FileSource } from '../../../workers/node/file-source.ts'
import { watchedSource } from '../../../workers/testing/sources.ts'

/** The cost of opening files. */
export interface OpenCost {
  /** Seconds of processor time, without Node's own start. */
  readonly cpu: number
  /** Bytes read of the first file, and of all files. */
  readonly readOfFirst: number
  readonly read: number
  /** Number of progress reports. */
  readonly steps: number
  /**
   * MB in use right after a garbage collection, the peak of many samples; 0 unless Node exposes its
   * collector (`--expose-gc`). The process holds more, which the engine has not reclaimed yet.
   */
  readonly live: number
}

/** Progress reports between two samples of the memory: a sample takes as long as some files. */
const STEPS_BETWEEN_LOOKS = 5

/** Opens files, and measures it. */
export async function costOfOpening(files: readonly string[]): Promise<OpenCost> {
  const start = process.cpuUsage()
  const opened: FileSource[] = []
  for (const file of files) opened.push(await openFileSource(file))
  const sources = opened.map((source) => watchedSource(source))
  let steps = 0
  let live = 0
  const step = (): void => {
    if (steps++ % STEPS_BETWEEN_LOOKS === 0) live = Math.max(live, inUse())
  }
  const options = { scenario: EMPTY_SCENARIO, withoutNames: false, shift: 0 }
  const result = await openProfile(sources, options, step)
  if (!result.ok) throw new Error(`Not opened: ${JSON.stringify(result.problem.problem)}`)
  const { user, system } = process.cpuUsage(start)
  for (const source of opened) await source.close()
  const reads = sources.map((source) => source.bytesRead())
  return {
    cpu: (user + system) / 1e6,
    readOfFirst: reads[0] ?? 0,
    read: reads.reduce((sum, bytes) => sum + bytes, 0),
    steps,
    live,
  }
}

function inUse(): number {
  if (globalThis.gc === undefined) return 0
  globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}
