// Suggested cuts: the goal they minimize, kept in the link; the search for them in a worker; and
// the panel that shows them.
import {
  type CSSProperties,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { CutRequest, CycleColumns, ProfileView, SuggestedCuts } from '../../../workers/api/contract.ts'
import type { ParamsCodec } from '../../state/store.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { type CutsAnswer, CutsClient } from '../../../workers/api/task-clients.ts'
import {
  cycleColumnsInSteps,
  describeCuts,
  describeProof,
  listCuts,
  mostCuts,
  requestOf,
} from '../../../workers/core/reports/cycles.ts'
import { inSlices, PROGRESS_DELAY_MS } from '../../state/requests.ts'
import { arcName } from '../../../workers/core/reports/names/names.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { cut } from '../../state/queries.ts'
import { useNarrowWindow } from '../../ui/page.ts'
import { ArcTitle } from '../../ui/text.tsx'
import controls from '../../ui/controls.module.css'
import styles from './cycles.module.css'

/** The cycles view's parameters in the link. */
export interface CyclesParams {
  readonly goal: CutRequest['goal']
  /** Only cycles with at least this many members are to be broken. */
  readonly members: number
}

const DEFAULT_PARAMS: CyclesParams = { goal: 'calls', members: 2 }

/** Codec of the parameters. Keys: goal=arcs, members=<number> */
export const cyclesParams: ParamsCodec<CyclesParams> = {
  view: 'cycles',
  parse: (raw) => {
    const members = Number(raw['members'] ?? '')
    return {
      goal: raw['goal'] === 'arcs' ? 'arcs' : DEFAULT_PARAMS.goal,
      members: Number.isInteger(members) && members >= 2 ? members : DEFAULT_PARAMS.members,
    }
  },
  format: ({ goal, members }) => ({
    ...(goal === DEFAULT_PARAMS.goal ? {} : { goal }),
    ...(members === DEFAULT_PARAMS.members ? {} : { members: String(members) }),
  }),
}

// Suggested cuts for the numbers on screen, from their worker. Waiting is shown only when it is
// slow.

/** The state of the search for cuts. */
export type Suggestion =
  | { readonly kind: 'waiting' }
  /** Reported only when it is slow. The answer has at most `most` arcs. */
  | { readonly kind: 'slow'; readonly done: number; readonly total: number; readonly most: number }
  | { readonly kind: 'done'; readonly cuts: readonly SuggestedCuts[] }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

/** Searches for cuts, in a worker. */
export interface Suggester {
  suggest(cycles: CycleColumns, request: CutRequest, onStep: (done: number) => void): Promise<CutsAnswer>
  cancel(): void
}

const WAITING: Suggestion = { kind: 'waiting' }

let makeSuggester: () => Suggester = () => new CutsClient()

/** Replaces the worker that searches for cuts, for tests. */
export function setSuggester(make: () => Suggester): void {
  makeSuggester = make
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
  const suggester = useRef<Suggester | null>(null)

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
  /** Raised to stop the search and start it again. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const isCurrent = shown?.analyzed === analyzed && shown.goal === goal && shown.members === members
  const cancel = useCallback(() => suggester.current?.cancel(), [])
  return { suggestion: isCurrent ? shown.suggestion : WAITING, isFirst: shown === null, cancel, retry }
}

// The panel: the arcs to remove so that no cycle, or no large one, remains; the calls that this
// removes, and whether it is optimal.

const SHOWN = 4
/** On a phone an arc takes two lines, and room reserved for more would mostly stay blank. */
const SHOWN_NARROW = 3

/** Props of the panel with suggested cuts. */
export interface SuggestionsProps {
  readonly opened: ProfileView
  readonly suggestion: Suggestion
  readonly params: CyclesParams
  readonly onChange: (params: CyclesParams) => void
  readonly cancel: () => void
  readonly retry: () => void
}

export function Suggestions(props: SuggestionsProps) {
  const { params, onChange } = props
  const goal = (to: CyclesParams['goal'], text: string) => (
    <button type="button" aria-pressed={params.goal === to} onClick={() => onChange({ ...params, goal: to })}>
      {text}
    </button>
  )
  return (
    <section aria-labelledby="suggested-cuts" className={styles.panel}>
      <div className={styles.panelHead}>
        <h2 id="suggested-cuts" className={styles.title}>
          Suggested cuts
        </h2>
        <div className={styles.wishes}>
          <div className={controls.switch} role="group" aria-label="Minimise">
            {goal('calls', 'Fewest calls')}
            {goal('arcs', 'Fewest arcs')}
          </div>
          <label className={styles.control}>
            cycles ≥
            <input
              type="number"
              min={2}
              aria-label="Members of the smallest cycle to break"
              value={params.members}
              onChange={(event) => {
                const members = event.target.valueAsNumber
                if (Number.isInteger(members) && members >= 2) onChange({ ...params, members })
              }}
            />
            members
          </label>
        </div>
      </div>
      <SteadyAnswer {...props} />
    </section>
  )
}

/**
 * Keeps the height of the previous answer during a search. When that is slow, reserves room for the
 * longest answer, so that nothing below moves when it arrives.
 */
function SteadyAnswer(props: SuggestionsProps) {
  const { suggestion } = props
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [most, setMost] = useState(0)
  const shown = useNarrowWindow() ? SHOWN_NARROW : SHOWN
  if (suggestion.kind === 'slow' && suggestion.most > most) setMost(suggestion.most)
  const room = {
    '--before': `${isAwaited(suggestion) ? height : 0}px`,
    '--rows': Math.min(most, shown),
    '--more': most > shown ? 1 : 0,
  } as CSSProperties
  useLayoutEffect(() => {
    if (!isAwaited(suggestion)) setHeight(box.current?.offsetHeight ?? 0)
  }, [suggestion])
  return (
    <div ref={box} className={styles.answer} data-roomy={most > 0} style={room}>
      <Answer {...props} shown={shown} />
    </div>
  )
}

const isAwaited = ({ kind }: Suggestion): boolean => kind === 'waiting' || kind === 'slow'

function Answer({
  opened,
  suggestion,
  params,
  shown,
  cancel,
  retry,
}: SuggestionsProps & { readonly shown: number }) {
  switch (suggestion.kind) {
    case 'waiting':
      return <p className={styles.quiet}>Looking for cuts …</p>
    case 'slow':
      return (
        <div className={styles.progressRow}>
          <progress
            aria-label="Looking for cuts"
            className={styles.progress}
            {...(suggestion.total > 1 ? { value: suggestion.done, max: suggestion.total } : {})}
          />
          <span className={styles.quiet}>
            Looking for cuts: {formatCount(suggestion.done)} of {formatCounted(suggestion.total, 'cycle')}
          </span>
          <button type="button" className={controls.button} onClick={cancel}>
            Cancel
          </button>
        </div>
      )
    case 'ended':
    case 'failed':
      return (
        <div className={styles.progressRow} role={suggestion.kind === 'failed' ? 'alert' : 'status'}>
          <span>
            {suggestion.kind === 'failed' ? `The search stopped: ${suggestion.message}` : 'Cancelled.'}
          </span>
          <button type="button" className={controls.button} onClick={retry}>
            Search again
          </button>
        </div>
      )
    case 'done':
      break
  }
  const { analyzed } = opened
  const rows = listCuts(analyzed, suggestion.cuts, shown)
  if (rows.length === 0) {
    return <p className={styles.quiet}>No cycle has {formatCount(params.members)} members or more.</p>
  }
  const more = suggestion.cuts.reduce((sum, { arcs }) => sum + arcs.length, -shown)
  const cutThese = () => cut(suggestion.cuts.flatMap(({ arcs }) => arcs.map((arc) => arcName(analyzed, arc))))
  return (
    <>
      <ul className={styles.arcs} aria-label="Arcs to cut">
        {rows.map(({ arc, title, calls, where }) => (
          <li key={arc} className={styles.arc}>
            <ArcTitle title={title} />
            <span className={controls.tag}>{where}</span>
            <span className={styles.calls}>{calls}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.quiet}>and {formatCount(more)} more</li>}
      </ul>
      <div className={styles.take}>
        <button type="button" className={controls.button} onClick={cutThese}>
          Cut these
        </button>
        <p className={styles.quiet}>
          <strong>{describeCuts(suggestion.cuts)}.</strong> {describeProof(suggestion.cuts, params.goal)}
        </p>
      </div>
    </>
  )
}
