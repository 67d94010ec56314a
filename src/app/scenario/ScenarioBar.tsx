// What is changed of the profile, each change with a way back; undo, redo, and the same for gprof.
import { useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fileKeysOf } from '../../../workers/core/base/file-key.ts'
import { countChanges, listChanges } from '../../../workers/core/reports/what-if/changes.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { valueOf } from '../../state/worker/requests.ts'
import {
  areStaticCallsUnknown,
  asMeasured,
  cancelAnalysis,
  changeScenario,
  clearScenario,
  redo,
  undo,
} from '../../state/scenario.ts'
import { useStore } from '../../state/store.ts'
import { CloseIcon, IconButton, RedoIcon, UndoIcon } from '../../ui/controls.tsx'
import { ArcTitle } from '../../ui/text.tsx'
import { CodeProgress } from './CodeProgress.tsx'
import { CopyOptions } from './CopyOptions.tsx'
import controls from '../../ui/controls.module.css'
import styles from './scenario-bar.module.css'

export function ScenarioBar({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const { past, future } = useStore((state) => state.ui.history)
  const isAnalyzing = useStore((state) => state.ui.analyzing?.isSlow === true)
  const isReadingCode = useStore(
    ({ ui: { possibleCalls: asked } }) => asked.phase === 'loading' && asked.progress !== null,
  )
  const isEmpty = isEmptyScenario(scenario)
  if (isEmpty && past.length === 0 && future.length === 0) return null
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
      {!isEmpty && opened.analyzed.profile.listed && (
        <p className={styles.words}>From the listing’s rounded numbers.</p>
      )}
      {isAnalyzing && (
        <p className={styles.working}>
          {isReadingCode ? (
            <CodeProgress onCancel={cancelAnalysis} />
          ) : (
            <>
              <span role="progressbar" aria-label="Working out the numbers" className={styles.progress} />
              <button type="button" className={controls.quiet} onClick={cancelAnalysis}>
                Cancel
              </button>
            </>
          )}
        </p>
      )}
    </section>
  )
}

/** Cuts beyond these are counted: a bar is no list. */
const MOST_CHIPS = 12
/** Unfolded, so many come at a time. */
const AT_ONCE = 500

function Changes({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = areStaticCallsUnknown(asked) ? 'unknown' : valueOf(asked)
  const { profile } = asMeasured(opened).analyzed
  const [most, setMost] = useState(MOST_CHIPS)
  const shown = useMemo(
    () => listChanges(profile, scenario, possible, most),
    [profile, scenario, possible, most],
  )
  // Names of two functions may read alike.
  const alike = fileKeysOf(shown.map(({ verb, what }) => ({ name: `${verb} ${what}` })))
  const count = countChanges(scenario)
  const left = count - shown.length
  const next = Math.min(left, AT_ONCE)
  return (
    <>
      <ul className={styles.chips} aria-label="Changes">
        {shown.map(({ verb, what, absence, calls, without }, at) => (
          <li key={`${verb} ${what} ${alike[at]?.nth}`} className={styles.chip} data-absent={absence !== ''}>
            <span
              className={styles.text}
              title={`${what}${absence === '' ? calls && `: ${calls}` : `: ${absence}`}`}
            >
              <span className={styles.verb}>{verb} </span>
              <ArcTitle title={what} />
              {absence !== '' && <span className={styles.verb}> ({absence})</span>}
            </span>
            <IconButton
              className={styles.remove}
              label={`Take back: ${verb} ${what}`}
              title="Take this change back"
              onClick={() => changeScenario(without)}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {/* Beside the list, which scrolls: what says that there are more would be out of sight in it. */}
      {count > MOST_CHIPS && (
        <button
          type="button"
          className={controls.quiet}
          onClick={() => setMost(left > 0 ? most + next : MOST_CHIPS)}
        >
          {left > 0 ? `${formatCount(next)} more${left > next ? ` of ${formatCount(left)}` : ''}` : 'Fewer'}
        </button>
      )}
      <button type="button" className={controls.quiet} onClick={clearScenario}>
        Clear
      </button>
      <CopyOptions opened={opened} />
    </>
  )
}
