// The scenario for gprof: copied as options or commands, and what has to be said about them beside it.
import { useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { gprofText, type GprofText, STATIC_ARCS_FILE } from '../../../workers/core/reports/what-if/changes.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { areStaticCallsUnknown, asMeasured } from '../../state/scenario.ts'
import { writeDocument } from '../../state/worker/export.ts'
import { useStore } from '../../state/store.ts'
import { save } from '../save.ts'
import controls from '../../ui/controls.module.css'
import styles from './scenario-bar.module.css'

export function CopyOptions({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = areStaticCallsUnknown(asked) ? 'unknown' : valueOf(asked)
  const isWaiting = scenario.staticArcs && possible === null
  const [outcome, setOutcome] = useState<{
    readonly scenario: typeof scenario
    readonly told: GprofText | null
    readonly words: string
  }>({ scenario, told: null, words: '' })
  const isFresh = outcome.scenario === scenario && outcome.words !== ''
  const copy = async () => {
    const named = (kind: 'executable' | 'profile') =>
      opened.files.filter((file) => file.kind === kind).map((file) => file.name)
    const files = { program: named('executable')[0] ?? 'a.out', profiles: named('profile') }
    const told = gprofText(asMeasured(opened).analyzed.profile, scenario, files, possible)
    try {
      if (told.text !== '') await navigator.clipboard.writeText(told.text)
      setOutcome({ scenario, told, words: describe(told) })
    } catch {
      setOutcome({ scenario, told, words: told.text })
    }
  }
  const saveArcs = async () => {
    const file = await writeDocument(STATIC_ARCS_FILE, null)
    if (file.ok) save(file.value, STATIC_ARCS_FILE)
    else setOutcome({ ...outcome, words: problemText(file.problem).title })
  }
  return (
    <>
      <button
        type="button"
        className={controls.quiet}
        disabled={isWaiting}
        title="The same for GNU gprof: it prints these numbers"
        onClick={() => void copy()}
      >
        Copy as gprof options
      </button>
      <div role="status" className={styles.outcome} data-empty={!isFresh}>
        {isFresh && (
          <>
            <span>{outcome.words}</span>
            {outcome.told?.needsStaticArcs && (
              <button type="button" className={controls.button} onClick={() => void saveArcs()}>
                Save {STATIC_ARCS_FILE}
              </button>
            )}
            {outcome.told !== null && outcome.told.text !== outcome.words && (
              <code className={styles.command} title={outcome.told.text}>
                {outcome.told.text}
              </code>
            )}
          </>
        )}
      </div>
    </>
  )
}

function describe({ text, gap, isLong, needsStaticArcs, ownSearch }: GprofText): string {
  const done = text === '' ? 'Nothing copied' : isLong ? 'Copied: it takes several runs' : 'Copied'
  const parts = [gap === '' ? done : `${done}. Not exact: ${gap}`]
  if (needsStaticArcs) {
    parts.push(
      `${ownSearch}; the copied line reads the right ones from ${STATIC_ARCS_FILE}, so save that beside`,
    )
  }
  return parts.length === 1 && gap === '' ? done : `${parts.join('. ')}.`
}
