// Calls in the program's code that were never recorded: read once, when first asked for, and added to the
// plain profile for scenarios with static arcs.
import type { ProfileModel } from '../core/pipeline/open-profile.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { withStaticArcs } from '../core/profile/build-profile.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import { readPossibleArcs } from '../core/pipeline/read-code.ts'

type OnProgress = (done: number, total: number) => void

export class StaticCalls {
  /** Under way or done; null before anybody asked, and again when it was stopped. */
  #search: Promise<PossibleArcs | null> | null = null
  #isStopped = false
  #profile: CallGraphProfile | null = null

  /** Null where the calls cannot be told. Errors: `host/cancelled` when stopped, and what goes wrong while reading. */
  possible(model: ProfileModel, onProgress: OnProgress = () => {}): Promise<PossibleArcs | null> {
    this.#search ??= this.#read(model, onProgress)
    return this.#search
  }

  /** The plain profile with them among its arcs. Null where the calls cannot be told: nothing is changed then. Errors: as above. */
  async profile(model: ProfileModel): Promise<CallGraphProfile | null> {
    const possible = await this.possible(model)
    if (!possible) return null
    const { plain } = model
    this.#profile ??= { ...plain, ...withStaticArcs(plain, possible) }
    return this.#profile
  }

  stop(): void {
    this.#isStopped = true
  }

  async #read(model: ProfileModel, onProgress: OnProgress): Promise<PossibleArcs | null> {
    this.#isStopped = false
    // A saved profile has them, or nobody can find them.
    if (!model.program) return model.possible
    const { histograms } = model.sum()
    try {
      const found = await readPossibleArcs({ ...model, histograms }, (done, total) => {
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
