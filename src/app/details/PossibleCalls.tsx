// What the function could also call and be called by: arcs of the program's code that were never taken.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { staticRelatives } from '../../../workers/core/reports/static-calls.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import {
  areStaticCallsUnknown,
  DETAILS_PARAMS,
  hasCode,
  stopPossibleCalls,
  togglePossibleCalls,
  toggleStaticArcs,
} from '../../state/scenario.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useViewParams } from '../../state/url-sync.ts'
import { NameLink } from '../../ui/text.tsx'
import { CodeProgress } from '../scenario/CodeProgress.tsx'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

const SHOWN = 20

interface Props {
  readonly opened: ProfileView
  readonly f: FunctionIndex
}

export function PossibleCalls({ opened, f }: Props) {
  const { neverTaken } = useViewParams(DETAILS_PARAMS)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = valueOf(asked)
  const { staticArcs } = useStore((state) => state.shared.scenario)
  const isOffered = useStore(({ session }) => hasCode(session))
  if (!isOffered && !neverTaken) return null
  return (
    <section className={styles.relatives}>
      <button
        type="button"
        className={`${controls.toggle} ${styles.ask}`}
        aria-pressed={neverTaken}
        title="Calls that stand in the program and were never taken while it was measured. Listed here, no number changes."
        onClick={togglePossibleCalls}
      >
        Calls never taken
      </button>
      {neverTaken && (asked.phase === 'idle' || asked.phase === 'loading') && (
        <p className={styles.none}>
          Reading the program’s code … {!staticArcs && <CodeProgress onCancel={stopPossibleCalls} />}
        </p>
      )}
      {neverTaken && areStaticCallsUnknown(asked) && (
        <p className={styles.none}>Needs the program itself, for x86, Arm, AArch64 or RISC-V.</p>
      )}
      {neverTaken && possible !== null && (
        <>
          <List title="Could also call" kind="children" opened={opened} f={f} possible={possible} />
          <List title="Could also be called by" kind="parents" opened={opened} f={f} possible={possible} />
          <p className={styles.none}>Direct calls only: where a pointer leads does not stand in the code.</p>
          <button
            type="button"
            className={`${controls.toggle} ${styles.ask}`}
            aria-pressed={staticArcs}
            title="As arcs without a count, of every function: they can make cycles, and numbers may change"
            onClick={toggleStaticArcs}
          >
            Show them in every view
          </button>
        </>
      )}
    </section>
  )
}

function List({
  title,
  kind,
  opened,
  f,
  possible,
}: Props & {
  readonly title: string
  readonly kind: 'parents' | 'children'
  readonly possible: PossibleArcs
}) {
  const shared = useStore((state) => state.shared)
  const { functions } = opened.analyzed.profile
  const { shown, total } = useMemo(() => staticRelatives(possible, f, kind, SHOWN), [possible, f, kind])
  return (
    <>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(total)}</span>
      </h3>
      {total > 0 && (
        <ul aria-label={title}>
          {shown.map((other) => {
            const name = displayName(functions, other)
            return (
              <li key={other} className={styles.relative}>
                <NameLink name={name} href={hashFor(shared, { selected: functionName(opened, other) })} />
              </li>
            )
          })}
        </ul>
      )}
      {total > shown.length && <p className={styles.none}>and {formatCount(total - shown.length)} more</p>}
    </>
  )
}
