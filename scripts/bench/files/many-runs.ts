// Profiles of many runs of one program: each lacks some arcs and has its own counts, like the ranks
// of a job.
import { openSync, closeSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buildLargeCase } from '../../../workers/testing/large-case.ts'
import { randomFrom } from '../../../workers/testing/random/random.ts'

/** The files of this measurement. */
export interface ManyRuns {
  readonly executable: string
  readonly profiles: readonly string[]
}

/**
 * Bytes: the header of a GNU file, a histogram record up to its bins, an arc record of a 64-bit
 * program.
 */
const FILE_HEAD = 20
const HISTOGRAM_HEAD = 1 + 8 + 8 + 4 + 4 + 15 + 1
const ARC = 21
const COUNT_IN_ARC = 17
const BINS_AT = FILE_HEAD + 1 + 8 + 8
/** Fraction of all arcs that a run does not take. */
const LEFT_OUT = 0.03

/** Writes a program and the profiles of its runs into a folder. */
export function writeManyRuns(folder: string, functions: number, runs: number): ManyRuns {
  const made = buildLargeCase({ functions, arcs: 5 * functions, cycles: 'some', names: 'c++', seed: 5 })
  const executable = join(folder, 'program')
  writeFileSync(executable, made.executable)
  const whole = made.profile
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
  const arcsAt = FILE_HEAD + HISTOGRAM_HEAD + 2 * view.getUint32(BINS_AT, true)
  const arcs = (whole.length - arcsAt) / ARC
  if (!Number.isInteger(arcs)) throw new Error('The profile holds something else than a histogram and arcs')
  const profiles = Array.from({ length: runs }, (_, run) => {
    const path = join(folder, `gmon.out.${run}`)
    writeRun(path, whole, arcsAt, arcs, run)
    return path
  })
  return { executable, profiles }
}

function writeRun(path: string, whole: Uint8Array, arcsAt: number, arcs: number, run: number): void {
  const random = randomFrom(run + 1)
  const kept = new Uint8Array(whole.length - arcsAt)
  const counts = new DataView(kept.buffer)
  let length = 0
  for (let arc = 0; arc < arcs; arc++) {
    if (random.chance(LEFT_OUT)) continue
    const at = arcsAt + arc * ARC
    kept.set(whole.subarray(at, at + ARC), length)
    counts.setUint32(length + COUNT_IN_ARC, 1 + random.below(100_000), true)
    length += ARC
  }
  const file = openSync(path, 'w')
  writeSync(file, whole.subarray(0, arcsAt))
  writeSync(file, kept.subarray(0, length))
  closeSync(file)
}
