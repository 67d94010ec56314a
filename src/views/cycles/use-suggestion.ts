// Suggested cuts for the numbers on screen, from their worker. Waiting shows itself only when it lasts.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { CutsClient, type CutsAnswer } from '../../../workers/api/cuts-client.ts'
import type { CutRequest, CycleColumns, SuggestedCuts } from '../../../workers/api/cuts-contract.ts'
import { cycleColumnsInSteps, mostCuts, requestOf } from '../../../workers/core/reports/cycles/cycle-arcs.ts'
import { inSlices, PATIENCE_MS } from '../../state/worker/patience.ts'

export type Suggestion =
  | { readonly kind: 'waiting' }
  /** Only said once it takes long enough to be worth saying. `most` arcs can be the answer. */
  | { readonly kind: 'slow'; readonly done: number; readonly total: number; readonly most: number }
  | { readonly kind: 'done'; readonly cuts: readonly SuggestedCuts[] }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

export interface Suggester {
  suggest(cycles: CycleColumns, request: CutRequest, onStep: (done: number) => void): Promise<CutsAnswer>
  cancel(): void
}

const WAITING: Suggestion = { kind: 'waiting' }

let makeSuggester: () => Suggester = () => new CutsClient()

/** Tests put a suggester of their own here. */
export function setSuggester(make: () => Suggester): void {
  makeSuggester = make
}

interface Told {
  readonly analyzed: AnalyzedProfile
  readonly goal: CutRequest['goal']
  readonly members: number
  readonly suggestion: Suggestion
}

export function useSuggestion(analyzed: AnalyzedProfile, goal: CutRequest['goal'], members: number) {
  const [told, setTold] = useState<Told | null>(null)
  const suggester = useRef<Suggester | null>(null)

  const begin = useCallback(() => {
    let isCurrent = true
    let done = 0
    let isSlow = false
    let extent: { readonly total: number; readonly most: number } | null = null
    const tell = (suggestion: Suggestion) => {
      if (isCurrent) setTold({ analyzed, goal, members, suggestion })
    }
    const tellSlow = () => {
      isSlow = true
      if (extent) tell({ kind: 'slow', done, ...extent })
    }
    const timer = setTimeout(tellSlow, PATIENCE_MS)
    const onStep = (step: number) => {
      done = step
      if (isSlow) tellSlow()
    }
    const end = (answer: Suggestion) => {
      clearTimeout(timer)
      isSlow = false
      tell(answer)
    }
    const stop = inSlices(cycleColumnsInSteps(analyzed, members), (columns) => {
      if (columns.sizes.length === 0) {
        end({ kind: 'done', cuts: [] })
        return
      }
      extent = { total: columns.sizes.length, most: mostCuts(columns) }
      if (isSlow) tellSlow()
      suggester.current ??= makeSuggester()
      void suggester.current.suggest(columns, requestOf(goal, members), onStep).then(end)
    })
    return () => {
      isCurrent = false
      stop()
      clearTimeout(timer)
      suggester.current?.cancel()
    }
  }, [analyzed, goal, members])
  /** Another turn stops the one before. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const isCurrent = told?.analyzed === analyzed && told.goal === goal && told.members === members
  const cancel = useCallback(() => suggester.current?.cancel(), [])
  return { suggestion: isCurrent ? told.suggestion : WAITING, isFirst: told === null, cancel, retry }
}
