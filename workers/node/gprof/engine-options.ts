/**
 * Tells the engine how much work there will be: V8 optimises, in threads beside, code that is about to end.
 *
 * For two thousand functions all the work takes a twentieth of a second, and optimising takes longer than that: put off,
 * processor time falls from 0.20 s to 0.14 s, of which 0.05 s are Node's own start. At 64,000 functions that would cost half
 * as much again; but at any size a third of all time goes into optimising. With less of it processor time falls by a
 * seventh: functions are put into their callers only if they are short, loops are not written out once more before
 * they begin, and a loop that has begun waits for its better code rather than run ten times slower beside it.
 * None of this decides about anything but time; what a program computes is the same before and after.
 */
import { statSync } from 'node:fs'
import { disableDetaching } from '../../core/base/buffers.ts'

/**
 * Bytes of all profiles together: they grow with a program's code, by their histogram, and with its arcs; an executable may be
 * large of other things. Measured at 0.2 MB, which gains a third, and at 0.9 MB, which gains a fifth.
 */
const SMALL = 1_200_000
/** Likewise: at 7 MB, which gains a seventh, at 12 MB a fifth, at 27 MB a twentieth; at 137 MB it costs a twentieth. */
const MIDDLING = 50_000_000
/** Without the slower of two compilers: at 0.9 MB it gains a third, at 7 MB a sixth; at 27 MB it costs up to a fifth. */
const UP_TO_MIDDLING = 15_000_000

const LESS = '--max-inlined-bytecode-size=100 --no-turbo-loop-peeling --no-concurrent-osr'

/** Files of which each leaves room for the next: of a few of them memory takes care of itself. */
const MANY = 16

export interface Choice {
  /** Bytes of all profiles, at most. */
  readonly upTo: number
  readonly option: string
}
/**
 * By Node's major version the engine's options, for less work before more: others complain of them on the standard error. V8's
 * own numbers are 67,584 bytes of code that run of a function before optimising it is thought of, 3,000 calls, and 460 bytes of a
 * function. Measured with Node 22 at 2,000 functions: 0.11 s rather than 0.17 s. From Node 24 on a compiler in between does nearly as
 * well as the last one, which is left out.
 */
export const CHOICES: ReadonlyMap<string, readonly Choice[]> = new Map([
  [
    '20',
    [
      { upTo: SMALL, option: `--interrupt-budget=1000000 ${LESS}` },
      { upTo: MIDDLING, option: LESS },
    ],
  ],
  [
    '22',
    [
      { upTo: SMALL, option: '--invocation-count-for-turbofan=40000' },
      { upTo: MIDDLING, option: LESS },
    ],
  ],
  ['24', [{ upTo: UP_TO_MIDDLING, option: '--no-turbofan' }]],
  ['26', [{ upTo: UP_TO_MIDDLING, option: '--no-turbofan' }]],
])

/** @param profiles paths, as bytes */
export async function setEngineOptions(profiles: readonly Buffer[]): Promise<void> {
  if (profiles.length < MANY) disableDetaching()
  const [major = ''] = process.versions.node.split('.')
  const choices = CHOICES.get(major)
  if (choices === undefined) return
  let bytes = 0
  for (const file of profiles) bytes += sizeOf(file)
  const choice = choices.find(({ upTo }) => bytes <= upTo)
  if (choice === undefined) return
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString(choice.option)
}

/** Infinity where it cannot be told beforehand. */
function sizeOf(file: Buffer): number {
  try {
    const stats = statSync(file)
    return stats.isFile() ? stats.size : Infinity
  } catch {
    return Infinity
  }
}
