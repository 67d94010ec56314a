// Copies the scenario as gprof options or commands, with notes on where gprof differs.
import { useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { useStore } from '../../state/store.ts'
import { gprofText, type GprofText, STATIC_ARCS_FILE } from '../../../workers/core/reports/scenario-text.ts'
import { areStaticCallsUnknown } from '../../state/questions/static-calls.ts'
import { asMeasured } from '../../state/questions/scenario.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { writeDocument } from '../../state/export.ts'
import { save } from '../export/save-and-copy.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './scenario-bar.module.css'

export function CopyOptions({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = areStaticCallsUnknown(asked) ? 'unknown' : valueOf(asked)
  const isWaiting = scenario.staticArcs && possible === null
  const [outcome, setOutcome] = useState<{
    readonly scenario: typeof scenario
    readonly printed: GprofText | null
    readonly words: string
  }>({ scenario, printed: null, words: '' })
  const isFresh = outcome.scenario === scenario && outcome.words !== ''
  const copy = async () => {
    const named = (kind: 'executable' | 'profile') =>
      opened.files.filter((file) => file.kind === kind).map((file) => file.name)
    const files = { program: named('executable')[0] ?? 'a.out', profiles: named('profile') }
    const printed = gprofText(asMeasured(opened).analyzed.profile, scenario, files, possible)
    try {
      if (printed.text !== '') await navigator.clipboard.writeText(printed.text)
      setOutcome({ scenario, printed, words: describe(printed) })
    } catch {
      setOutcome({ scenario, printed, words: printed.text })
    }
  }
  const saveArcs = async () => {
    const file = await writeDocument(STATIC_ARCS_FILE, null)
    if (file.ok) save(file.value, STATIC_ARCS_FILE)
    else setOutcome({ ...outcome, words: problemText(file.problem).title })
  }
  return (
    <>
      <Button
        look="quiet"
        disabled={isWaiting}
        title="Options with which GNU gprof prints these numbers"
        onClick={() => void copy()}
      >
        Copy gprof options
      </Button>
      <div role="status" className={styles.outcome} data-empty={!isFresh}>
        {isFresh && (
          <>
            <span>{outcome.words}</span>
            {outcome.printed?.needsStaticArcs && (
              <Button onClick={() => void saveArcs()}>Save {STATIC_ARCS_FILE}</Button>
            )}
            {outcome.printed !== null && outcome.printed.text !== outcome.words && (
              <code className={styles.command} title={outcome.printed.text}>
                {outcome.printed.text}
              </code>
            )}
          </>
        )}
      </div>
    </>
  )
}

function describe({ text, gap, isLong, needsStaticArcs, ownSearch }: GprofText): string {
  const done = text === '' ? 'Nothing copied' : isLong ? 'Copied: gprof needs several runs' : 'Copied'
  const parts = [gap === '' ? done : `${done}. Not exact: ${gap}`]
  if (needsStaticArcs) {
    parts.push(
      `${ownSearch}; the copied line reads the right ones from ${STATIC_ARCS_FILE}, so save that beside`,
    )
  }
  return parts.length === 1 && gap === '' ? done : `${parts.join('. ')}.`
}
