// The loop that reads the profiles of several runs one after another, for the page and for gprof.
import type { RawProfile } from '../formats/format.ts'

/** What happens to each profile; the page and gprof differ in it. */
export interface RunRules<Turn> {
  /** Reads a profile; its columns may be overwritten by the next one. */
  readonly read: (turn: Turn) => Promise<RawProfile>
  readonly add: (profile: RawProfile, turn: Turn) => void
  /** Handles a profile that cannot be read or added. Returns whether to go on with the next; throws to end. */
  readonly onRefused: (error: unknown, turn: Turn) => Promise<boolean>
}

/**
 * Reads each profile when its turn comes, and adds it. Returns false once `onRefused` does.
 *
 * @throws what `onRefused` and the iteration throw
 */
export async function readRuns<Turn>(
  turns: Iterable<Turn> | AsyncIterable<Turn>,
  { read, add, onRefused }: RunRules<Turn>,
): Promise<boolean> {
  for await (const turn of turns) {
    try {
      add(await read(turn), turn)
    } catch (error) {
      if (!(await onRefused(error, turn))) return false
    }
  }
  return true
}
