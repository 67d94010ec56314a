// Static calls: arcs found in the program's code that no run took.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useViewParams } from '../../state/url/view-params.ts'
import { NameLink } from '../../ui/NameLink.tsx'
import { staticRelatives } from '../../../workers/core/reports/static-calls.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import {
  areStaticCallsUnknown,
  DETAILS_PARAMS,
  hasCode,
  stopPossibleCalls,
  togglePossibleCalls,
} from '../../state/questions/static-calls.ts'
import { toggleStaticArcs } from '../../state/questions/scenario.ts'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import { CodeProgress } from '../workspace/ScenarioBar.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './details.module.css'

const RELATIVES_SHOWN = 20

interface Props {
  readonly opened: ProfileView
  readonly f: FunctionIndex
}

export function StaticCalls({ opened, f }: Props) {
  const { neverTaken } = useViewParams(DETAILS_PARAMS)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = valueOf(asked)
  const { staticArcs } = useStore((state) => state.shared.scenario)
  const isOffered = useStore(({ session }) => hasCode(session))
  if (!isOffered && !neverTaken) return null
  return (
    <section className={styles.relatives}>
      <Button
        look="toggle"
        className={styles.ask}
        aria-pressed={neverTaken}
        title="Calls in the program’s code that were not counted. Listed here, no number changes."
        onClick={togglePossibleCalls}
      >
        Static calls
      </Button>
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
          <p className={styles.none}>Direct calls only: the code does not show where a pointer leads.</p>
          <Button
            look="toggle"
            className={styles.ask}
            aria-pressed={staticArcs}
            title="As arcs without a count, of every function: they can make cycles, and numbers may change"
            onClick={toggleStaticArcs}
          >
            Show everywhere
          </Button>
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
  const { shown, tails, total } = useMemo(
    () => staticRelatives(possible, f, kind, RELATIVES_SHOWN),
    [possible, f, kind],
  )
  return (
    <>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(total)}</span>
      </h3>
      {total > 0 && (
        <ul aria-label={title}>
          {shown.map((other, nth) => {
            const name = displayName(functions, other)
            return (
              <li key={other} className={styles.relative}>
                <NameLink name={name} href={hashFor(shared, { selected: functionName(opened, other) })} />
                {tails[nth] && <span className={styles.none}> {tails[nth]}</span>}
              </li>
            )
          })}
        </ul>
      )}
      {total > shown.length && <p className={styles.none}>and {formatCount(total - shown.length)} more</p>}
    </>
  )
}
