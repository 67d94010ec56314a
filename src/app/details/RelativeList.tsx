// Callers and callees of the selected function: the largest that were counted, and static calls, which the
// program's code holds.
import { useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { Relatives } from '../../../workers/core/reports/details/function-details.ts'
import { certainPartOfArc } from '../../../workers/core/reports/bounds.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import {
  type Differences,
  NO_DIFFERENCES,
  relativeDifferences,
} from '../../../workers/core/reports/what-if/differences.ts'
import { functionName, hashFor, useCertain } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { NameLink } from '../../ui/text.tsx'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { staticRelatives } from '../../../workers/core/reports/static-calls.ts'
import {
  areStaticCallsUnknown,
  DETAILS_PARAMS,
  hasCode,
  stopPossibleCalls,
  togglePossibleCalls,
  toggleStaticArcs,
} from '../../state/scenario.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { useViewParams } from '../../state/url-sync.ts'
import { CodeProgress } from '../workspace/ScenarioBar.tsx'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

const NO_TEXTS: Differences<'time' | 'count'> = NO_DIFFERENCES

export function RelativeList({
  title,
  f,
  kind,
  relatives,
  opened,
  none,
}: {
  readonly title: string
  readonly f: FunctionIndex
  readonly kind: 'parents' | 'children'
  readonly relatives: Relatives
  readonly opened: ProfileView
  /** Shown if there are no relatives. */
  readonly none: string
}) {
  const shared = useStore((state) => state.shared)
  const certain = useCertain()
  const { asMeasured } = opened
  const differences = useMemo(
    () =>
      relatives.shown.map((relative) =>
        asMeasured ? relativeDifferences(opened, asMeasured, f, relative, kind) : NO_TEXTS,
      ),
    [relatives, asMeasured, opened, f, kind],
  )
  const explain = useCallback(
    (key: string) => {
      const explanation = relatives.shown[Number(key)]?.explanation
      const { time, count } = differences[Number(key)] ?? NO_TEXTS
      const was = [count, time].filter((text) => text !== undefined).join(', ')
      return explanation ? { ...explanation, was: was === '' ? undefined : was } : null
    },
    [relatives, differences],
  )
  const more = relatives.total - relatives.shown.length
  return (
    <section className={styles.relatives}>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(relatives.total)}</span>
      </h3>
      {relatives.total === 0 && <p className={styles.none}>{none}</p>}
      <Tooltip content={explain}>
        <ul>
          {relatives.shown.map((relative, at) => (
            <li key={relative.f} className={styles.relative} data-stacked={isStacked(relative.name)}>
              <NameLink
                name={relative.name}
                href={hashFor(shared, { selected: functionName(opened, relative.f) })}
                data-tip={at}
              />
              <span className={styles.count} data-was={differences[at]?.count} data-tip={at}>
                {relative.count}
              </span>
              <span className={styles.time} data-was={differences[at]?.time} data-tip={at}>
                {relative.time}
              </span>
              <TimeBar
                hasTrack
                self={0}
                total={relative.fraction}
                certain={certainPartOfArc(opened.analyzed, certain, relative.arc)}
              />
            </li>
          ))}
        </ul>
      </Tooltip>
      {more > 0 && <p className={styles.none}>and {formatCount(more)} more, in its entry</p>}
    </section>
  )
}

/** Characters that fit beside the numbers in the narrowest panel. */
const LETTERS = 17

/**
 * Whether a name takes the whole line, with its numbers below it. Long C++ names often differ only
 * near the end.
 */
export const isStacked = (name: string): boolean => name.length > LETTERS

// Static calls: arcs found in the program's code that no run took.

const SHOWN = 20

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
