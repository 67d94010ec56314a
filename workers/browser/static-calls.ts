// Static calls of the program’s code: searched once, on the first request, for scenarios with static
// arcs.
import type { Contents } from '../core/pipeline/opened.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { withStaticArcs } from '../core/profile/static-arcs.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import { readPossibleArcs } from '../core/pipeline/read-possible-arcs.ts'

type OnProgress = (done: number, total: number) => void

/** Static calls of one profile, found on request. */
export class StaticCalls {
  /**
   * The search in progress or its result; null before the first request, and after it was
   * stopped.
   */
  #search: Promise<PossibleArcs | null> | null = null
  #isStopped = false
  #profile: CallGraphProfile | null = null

  /**
   * Returns the static calls; null if they cannot be found.
   *
   * @throws ProblemError `host/cancelled` if stopped, and errors of reading
   */
  possible(contents: Contents, onProgress: OnProgress = () => {}): Promise<PossibleArcs | null> {
    this.#search ??= this.#read(contents, onProgress)
    return this.#search
  }

  /**
   * Returns the plain profile with static arcs; null if the calls cannot be found, so that
   * nothing changes.
   *
   * @throws like `possible`
   */
  async profile(contents: Contents): Promise<CallGraphProfile | null> {
    const possible = await this.possible(contents)
    if (!possible) return null
    const { plain } = contents
    this.#profile ??= { ...plain, ...withStaticArcs(plain, possible) }
    return this.#profile
  }

  stop(): void {
    this.#isStopped = true
  }

  async #read(contents: Contents, onProgress: OnProgress): Promise<PossibleArcs | null> {
    this.#isStopped = false
    // Without a program, a saved profile may contain them.
    if (!contents.program) return contents.possible
    const { histograms } = contents.sum()
    try {
      const found = await readPossibleArcs({ ...contents, histograms }, (done, total) => {
        onProgress(done, total)
        return !this.#isStopped
      })
      if (found === null && this.#isStopped) throw new ProblemError({ code: 'host/cancelled' })
      return found
    } catch (error) {
      this.#search = null
      throw error
    }
  }
}
