// What is changed of the profile, each change with a way back; undo, redo, and the same for gprof.
import { useMemo, useState } from 'react'
import type { OpenedProfile } from '../../workers/api/contract.ts'
import { isEmptyScenario } from '../../workers/core/analysis/scenario.ts'
import { gprofText, listChanges } from '../../workers/core/reports/what-if/changes.ts'
import { cancelAnalysis } from '../state/analysis.ts'
import { changeScenario, clearScenario, redo, undo } from '../state/scenario.ts'
import { useStore } from '../state/store.ts'
import controls from '../ui/controls.module.css'
import { CloseIcon, RedoIcon, UndoIcon } from '../ui/icons.tsx'
import styles from './scenario-bar.module.css'

export function ScenarioBar({ opened }: { readonly opened: OpenedProfile }) {
  const scenario = useStore((state) => state.shared.scenario)
  const { past, future } = useStore((state) => state.local.history)
  const isAnalyzing = useStore((state) => state.local.isAnalyzing)
  const isEmpty = isEmptyScenario(scenario)
  if (isEmpty && past.length === 0 && future.length === 0) return null
  return (
    <section aria-label="What if" className={styles.bar} data-empty={isEmpty}>
      <div className={styles.steps}>
        <button
          type="button"
          className={controls.quiet}
          aria-label="Undo"
          title="Undo (Ctrl Z)"
          disabled={past.length === 0}
          onClick={undo}
        >
          <UndoIcon />
        </button>
        <button
          type="button"
          className={controls.quiet}
          aria-label="Redo"
          title="Redo (Ctrl Shift Z)"
          disabled={future.length === 0}
          onClick={redo}
        >
          <RedoIcon />
        </button>
      </div>
      {isEmpty ? <p className={styles.words}>As measured.</p> : <Changes opened={opened} />}
      {isAnalyzing && (
        <p className={styles.working}>
          <span role="progressbar" aria-label="Working out the numbers" className={styles.progress} />
          <button type="button" className={controls.quiet} onClick={cancelAnalysis}>
            Cancel
          </button>
        </p>
      )}
    </section>
  )
}

/** Cuts beyond these are counted: a bar is no list. */
const MOST_CHIPS = 12

function Changes({ opened }: { readonly opened: OpenedProfile }) {
  const scenario = useStore((state) => state.shared.scenario)
  const { profile } = (opened.asMeasured ?? opened).analyzed
  const changes = useMemo(() => listChanges(profile, scenario), [profile, scenario])
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = isUnfolded ? changes : changes.slice(0, MOST_CHIPS)
  return (
    <>
      <ul className={styles.chips} aria-label="Changes">
        {shown.map(({ verb, what, isHere, calls, without }) => (
          <li key={`${verb} ${what}`} className={styles.chip} data-absent={!isHere}>
            <span
              className={styles.text}
              title={isHere ? `${what}${calls && `: ${calls}`}` : 'Not in this profile'}
            >
              <span className={styles.verb}>{verb}</span> <code>{what}</code>
              {!isHere && <span className={styles.verb}> (not in this profile)</span>}
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Take back: ${verb} ${what}`}
              title="Take this change back"
              onClick={() => changeScenario(without)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
        {changes.length > MOST_CHIPS && (
          <li>
            <button type="button" className={controls.quiet} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? 'Fewer' : `${changes.length - MOST_CHIPS} more`}
            </button>
          </li>
        )}
      </ul>
      <div className={styles.actions}>
        <CopyOptions opened={opened} />
        <button type="button" className={controls.quiet} onClick={clearScenario}>
          Clear
        </button>
      </div>
    </>
  )
}

function CopyOptions({ opened }: { readonly opened: OpenedProfile }) {
  const scenario = useStore((state) => state.shared.scenario)
  const [outcome, setOutcome] = useState({ scenario, text: '' })
  const { profile } = (opened.asMeasured ?? opened).analyzed
  const copy = async () => {
    const named = (kind: 'executable' | 'profile') =>
      opened.files.filter((file) => file.kind === kind).map((file) => file.name)
    const files = { program: named('executable')[0] ?? 'a.out', profiles: named('profile') }
    const { text, kind, gap } = gprofText(profile, scenario, files)
    try {
      if (text !== '') await navigator.clipboard.writeText(text)
      const done =
        text === '' ? 'Nothing copied' : kind === 'options' ? 'Copied' : 'Copied: it takes several runs'
      setOutcome({ scenario, text: gap === '' ? done : `${done}. Not exact: ${gap}.` })
    } catch {
      setOutcome({ scenario, text })
    }
  }
  return (
    <>
      <span role="status" className={styles.words}>
        {outcome.scenario === scenario ? outcome.text : ''}
      </span>
      <button
        type="button"
        className={controls.quiet}
        title="The same as options for GNU gprof"
        onClick={() => void copy()}
      >
        Copy as gprof options
      </button>
    </>
  )
}
