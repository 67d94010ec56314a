// What stands in the program's code and was never recorded: read once, for whoever asks, and put below scenarios.
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import type { Opened } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { withStaticArcs } from '../core/profile/code/with-static-arcs.ts'
import type { PossibleArcs } from '../core/profile/code/possible-arcs.ts'
import { readPossibleArcs } from '../core/stages/read-code.ts'
import { listProfile } from '../core/reports/listing/listing.ts'
import { WhatIf } from '../core/reports/what-if/what-if.ts'

type OnStep = (done: number, total: number) => void

export class StaticGraph {
  /** Under way or done; null before anybody asked, and again when it was stopped. */
  #search: Promise<PossibleArcs | null> | null = null
  #isStopped = false
  #whatIf: WhatIf | null = null

  /** Null where the calls cannot be told. Errors: `host/cancelled` when stopped, and what goes wrong while reading. */
  possible(opened: Opened, onStep: OnStep = () => {}): Promise<PossibleArcs | null> {
    this.#search ??= this.#read(opened, onStep)
    return this.#search
  }

  /** Works out scenarios with static arcs. Null where the calls cannot be told: nothing is changed then. Errors: as above. */
  async whatIf(opened: Opened): Promise<WhatIf | null> {
    const possible = await this.possible(opened)
    if (!possible) return null
    if (!this.#whatIf) {
      const { plain } = opened
      const profile = { ...plain, ...withStaticArcs(plain, possible) }
      const analyzed = analyzeProfile(profile, { ...EMPTY_SCENARIO, staticArcs: true })
      this.#whatIf = new WhatIf({ analyzed, listing: listProfile(analyzed) })
    }
    return this.#whatIf
  }

  stop(): void {
    this.#isStopped = true
  }

  async #read(opened: Opened, onStep: OnStep): Promise<PossibleArcs | null> {
    this.#isStopped = false
    // A saved profile has them, or nobody can find them.
    if (!opened.program) return opened.possible
    const { histograms } = opened.sum()
    try {
      const found = await readPossibleArcs({ ...opened, histograms }, (done, total) => {
        onStep(done, total)
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
