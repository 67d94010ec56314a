/**
 * Sets options of V8 by the size of the input: by default V8 optimises code, in other threads,
 * that is about to end.
 *
 * For two thousand functions all work takes a twentieth of a second, and optimising takes longer
 * than that. Postponing it reduces processor time from 0.20 s to 0.14 s, of which 0.05 s are
 * Node's own start. At 64,000 functions postponing would cost half as much again, but at any size
 * a third of all time goes into optimising. Doing less of it reduces processor time by a seventh:
 * functions are inlined only if they are short, loops are not peeled, and a running loop waits
 * for its optimised code instead of running ten times slower beside it. These options affect time
 * only, never results.
 */
import { statSync } from 'node:fs'

/**
 * Total size of all profiles, in bytes. It grows with a program's code, through the histogram,
 * and with its arcs; an executable may be large for other reasons. Measured at 0.2 MB, which
 * gains a third, and at 0.9 MB, which gains a fifth.
 */
const SMALL = 1_200_000
/**
 * Measured at 7 MB, which gains a seventh, at 12 MB a fifth, at 27 MB a twentieth; at 137 MB it
 * costs a twentieth.
 */
const MIDDLING = 50_000_000
/**
 * Without the slower of two compilers: at 0.9 MB it gains a third, at 7 MB a sixth; at 27 MB it
 * costs up to a fifth.
 */
const UP_TO_MIDDLING = 15_000_000

const LESS = '--max-inlined-bytecode-size=100 --no-turbo-loop-peeling --no-concurrent-osr'

/** Options of the engine for profiles up to a size. */
export interface Choice {
  /** Largest total size of the profiles, in bytes. */
  readonly upTo: number
  readonly option: string
}
/**
 * Options by Node's major version, smaller sizes first; other versions would print warnings about
 * unknown options. V8's own limits are 67,584 bytes of executed code before a function is
 * considered for optimising, 3,000 calls, and 460 bytes of a function. Measured with Node 22 at
 * 2,000 functions: 0.11 s instead of 0.17 s. From Node 24 on a middle compiler does almost as
 * well as the last one, which is disabled.
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

/**
 * Sets the options for these profiles.
 *
 * @param profiles paths, as bytes
 */
export async function setEngineOptions(profiles: readonly Buffer[]): Promise<void> {
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

/** Size of a file; Infinity if it is unknown in advance. */
function sizeOf(file: Buffer): number {
  try {
    const stats = statSync(file)
    return stats.isFile() ? stats.size : Infinity
  } catch {
    return Infinity
  }
}
