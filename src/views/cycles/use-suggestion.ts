// Suggested cuts for the numbers on screen, from their worker. Waiting shows only when it is slow.
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { CutRequest, CutsByCycle } from '../../../workers/api/contract.ts'
import { CutsClient } from '../../../workers/api/task-clients.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { columnsOfCycles } from '../../../workers/core/reports/inside-arcs.ts'
import { mostCuts, requestOf } from '../../../workers/core/reports/suggested-cuts.ts'
import { inSlices, PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'

/** The state of the search for cuts. */
export type Suggestion =
  | { readonly kind: 'waiting' }
  /** Reported only when it is slow. The answer has at most `most` arcs. */
  | { readonly kind: 'slow'; readonly done: number; readonly total: number; readonly most: number }
  | { readonly kind: 'done'; readonly cuts: CutsByCycle }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

const WAITING: Suggestion = { kind: 'waiting' }
const NO_CUTS: CutsByCycle = {
  goal: 'way-down',
  offsets: new Uint32Array(1),
  arcs: new Uint32Array(0),
  calls: new Float64Array(0),
  lowerBounds: new Float64Array(0),
  isExact: new Uint8Array(0),
}

interface SuggestionFor {
  readonly analyzed: AnalyzedProfile
  readonly goal: CutRequest['goal']
  readonly members: number
  readonly suggestion: Suggestion
}

/**
 * Returns suggested cuts for the profile's cycles, and functions to cancel and retry the search.
 */
export function useSuggestion(analyzed: AnalyzedProfile, goal: CutRequest['goal'], members: number) {
  const [shown, setShown] = useState<SuggestionFor | null>(null)
  const [client] = useState(() => new CutsClient())

  const begin = useCallback(() => {
    let isCurrent = true
    let done = 0
    let isSlow = false
    let extent: { readonly total: number; readonly most: number } | null = null
    const show = (suggestion: Suggestion) => {
      if (isCurrent) setShown({ analyzed, goal, members, suggestion })
    }
    const tellSlow = () => {
      isSlow = true
      if (extent) show({ kind: 'slow', done, ...extent })
    }
    const timer = setTimeout(tellSlow, PROGRESS_DELAY_MS)
    const onStep = (step: number) => {
      done = step
      if (isSlow) tellSlow()
    }
    const end = (answer: Suggestion) => {
      clearTimeout(timer)
      isSlow = false
      show(answer)
    }
    const stop = inSlices(columnsOfCycles(analyzed, members), (columns) => {
      if (columns.sizes.length === 0) {
        end({ kind: 'done', cuts: NO_CUTS })
        return
      }
      extent = { total: columns.sizes.length, most: mostCuts(columns) }
      if (isSlow) tellSlow()
      void client.suggest(columns, requestOf(goal, members), onStep).then(end)
    })
    return () => {
      isCurrent = false
      stop()
      clearTimeout(timer)
      client.cancel()
    }
  }, [client, analyzed, goal, members])
  /** Raised to stop the search and start it again. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const isCurrent = shown?.analyzed === analyzed && shown.goal === goal && shown.members === members
  const cancel = useCallback(() => client.cancel(), [client])
  return { suggestion: isCurrent ? shown.suggestion : WAITING, isFirst: shown === null, cancel, retry }
}
