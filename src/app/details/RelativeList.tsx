// The biggest parents or children, each a link.
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
import { isStacked } from './stacked.ts'
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
  /** Said when there are none. */
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
