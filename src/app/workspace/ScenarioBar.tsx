// The bar of the scenario under the header: its changes, undo, redo, the same as gprof options.
import { useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { fileKeysOf } from '../../../workers/core/base/file-key.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { useStore } from '../../state/store.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { type Change, countChanges, listChanges } from '../../../workers/core/reports/scenario-text.ts'
import { areStaticCallsUnknown } from '../../state/questions/static-calls.ts'
import {
  asMeasured,
  cancelAnalysis,
  changeScenario,
  clearScenario,
  redo,
  undo,
} from '../../state/questions/scenario.ts'
import { scenarioTotal } from '../../../workers/core/reports/scenario-total.ts'
import { CloseIcon, IconButton, RedoIcon, UndoIcon } from '../../ui/icons.tsx'
import { ArcTitle } from '../../ui/NameLink.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './scenario-bar.module.css'
import { CopyOptions } from './CopyOptions.tsx'

export function ScenarioBar({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const { past, future } = useStore((state) => state.ui.history)
  const isAnalyzing = useStore((state) => state.ui.analyzing?.isSlow === true)
  const isReadingCode = useStore(
    ({ ui: { possibleCalls: asked } }) => asked.phase === 'loading' && asked.progress !== null,
  )
  const isEmpty = isEmptyScenario(scenario)
  const total = opened.asMeasured ? scenarioTotal(opened.analyzed, opened.asMeasured.analyzed) : ''
  // Ctrl Z restores what was cleared; a bar of its own would take room for good.
  if (isEmpty && future.length === 0 && !isAnalyzing) return null
  return (
    <section aria-label="What if" className={styles.bar} data-empty={isEmpty}>
      <div className={styles.steps}>
        <IconButton label="Undo" title="Undo (Ctrl Z)" disabled={past.length === 0} onClick={undo}>
          <UndoIcon />
        </IconButton>
        <IconButton label="Redo" title="Redo (Ctrl Shift Z)" disabled={future.length === 0} onClick={redo}>
          <RedoIcon />
        </IconButton>
      </div>
      {isEmpty ? <p className={styles.words}>As measured.</p> : <Changes opened={opened} />}
      {total !== '' && <p className={styles.words}>{total}</p>}
      {!isEmpty && opened.analyzed.profile.listed && (
        <p className={styles.words}>From the listing’s rounded numbers.</p>
      )}
      {isAnalyzing && (
        <p className={styles.working}>
          {isReadingCode ? (
            <CodeProgress onCancel={cancelAnalysis} />
          ) : (
            <>
              <span role="progressbar" aria-label="Updating numbers" className={styles.progress} />
              <Button look="quiet" onClick={cancelAnalysis}>
                Cancel
              </Button>
            </>
          )}
        </p>
      )}
    </section>
  )
}

/** Further removed arcs are only counted. */
const MOST_CHIPS = 12
/** Arcs added to the unfolded list at a time. */
const AT_ONCE = 500

function Changes({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = areStaticCallsUnknown(asked) ? 'unknown' : valueOf(asked)
  const { profile } = asMeasured(opened).analyzed
  const folding = opened.analyzed.folding ?? null
  const [most, setMost] = useState(MOST_CHIPS)
  const shown = useMemo(
    () => listChanges(profile, scenario, possible, folding, most),
    [profile, scenario, possible, folding, most],
  )
  // Two functions may have the same name.
  const alike = fileKeysOf(shown.map((change) => ({ name: nameOf(change) })))
  const count = countChanges(scenario)
  const left = count - shown.length
  const next = Math.min(left, AT_ONCE)
  return (
    <>
      <ul className={styles.chips} aria-label="Changes">
        {shown.map((change, at) => (
          <li
            key={`${nameOf(change)} ${alike[at]?.nth}`}
            className={styles.chip}
            data-absent={change.absence !== ''}
          >
            <ChangeText change={change} />
            <IconButton
              className={styles.remove}
              label={`Remove: ${nameOf(change)}`}
              title="Remove this change"
              onClick={() => changeScenario(change.without)}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {/* Outside the scrolling list, so that the count stays in view. */}
      {count > MOST_CHIPS && (
        <Button look="quiet" onClick={() => setMost(left > 0 ? most + next : MOST_CHIPS)}>
          {left > 0 ? `${formatCount(next)} more${left > next ? ` of ${formatCount(left)}` : ''}` : 'Fewer'}
        </Button>
      )}
      <Button look="quiet" onClick={clearScenario}>
        Clear
      </Button>
      <CopyOptions opened={opened} />
    </>
  )
}

/** "cut parse → parse_line", "evaluate 2× faster" */
const nameOf = ({ verb, what, outcome }: Change): string =>
  [verb, what, outcome].filter((part) => part !== '').join(' ')

function ChangeText({ change }: { readonly change: Change }) {
  const { verb, what, outcome, saving, absence, calls } = change
  const note = absence || calls || saving
  return (
    <span className={styles.text} title={`${nameOf(change)}${note === '' ? '' : `: ${note}`}`}>
      {verb !== '' && <span className={styles.verb}>{verb} </span>}
      <ArcTitle title={what} />
      {outcome !== '' && (
        <span className={styles.verb}>
          {' '}
          {outcome}
          {saving !== '' && `, ${saving}`}
        </span>
      )}
      {absence !== '' && <span className={styles.verb}> ({absence})</span>}
    </span>
  )
}

export function CodeProgress({ onCancel }: { readonly onCancel: () => void }) {
  const asked = useStore((state) => state.ui.possibleCalls)
  if (asked.phase !== 'loading' || asked.progress === null) return null
  return (
    <>
      <progress aria-label="Reading the program’s code" value={asked.progress} max={1} />
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
