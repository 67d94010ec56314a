// Which arcs to cut so that no cycle is left, or none that is large: what it costs, and how sure that is.
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcName } from '../../../workers/core/reports/names/arc-names.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import {
  describeCuts,
  describeProof,
  listCuts,
} from '../../../workers/core/reports/cycles/suggested-cuts-text.ts'
import { cut } from '../../state/scenario.ts'
import controls from '../../ui/controls/controls.module.css'
import arcStyles from './cycle-arcs.module.css'
import styles from './cycles.module.css'
import type { CyclesParams } from './params.ts'
import type { Suggestion } from './use-suggestion.ts'
import switches from '../../ui/controls/switch.module.css'
import { useNarrowWindow } from '../../ui/display/use-width.ts'
import { ArcTitle } from '../../ui/text/ArcTitle.tsx'

const SHOWN = 8
/** On a phone, where an arc takes two lines: room that is kept for more would mostly stay blank. */
const SHOWN_NARROW = 3

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
          <div className={switches.switch} role="group" aria-label="Cut as little as possible">
            {goal('calls', 'Fewest calls')}
            {goal('arcs', 'Fewest arcs')}
          </div>
          <label className={styles.control}>
            in cycles of
            <input
              type="number"
              min={2}
              aria-label="Members from which on a cycle is broken"
              value={params.members}
              onChange={(event) => {
                const members = event.target.valueAsNumber
                if (Number.isInteger(members) && members >= 2) onChange({ ...params, members })
              }}
            />
            members and more
          </label>
        </div>
      </div>
      <SteadyAnswer {...props} />
    </section>
  )
}

/**
 * As high as the answer before while another is looked for, and where that lasts, with room for the longest answer:
 * what stands below does not move when it comes.
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
            Look again
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
      <ul className={arcStyles.arcs} aria-label="Arcs to cut">
        {rows.map(({ arc, title, calls, where }) => (
          <li key={arc} className={arcStyles.arc}>
            <ArcTitle title={title} />
            <span className={controls.tag}>{where}</span>
            <span className={arcStyles.calls}>{calls}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.quiet}>and {formatCount(more)} more</li>}
      </ul>
      <div className={styles.take}>
        <button type="button" className={controls.primary} onClick={cutThese}>
          Cut these
        </button>
        <p className={styles.quiet}>
          <strong>{describeCuts(suggestion.cuts)}.</strong> {describeProof(suggestion.cuts, params.goal)}
        </p>
      </div>
    </>
  )
}
