// Callers or callees of the selected function: the largest that were counted.
import { useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { Relatives } from '../../../workers/core/reports/relatives.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useBounds } from '../../state/bounds.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import { menuOf } from '../../views/menu-subject.ts'
import { isStacked } from './is-stacked.ts'
import { certainPartOfArc } from '../../../workers/core/trust/bounds/certain-parts.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import {
  type Differences,
  NO_DIFFERENCES,
  relativeDifferences,
} from '../../../workers/core/reports/differences.ts'
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
  const bounds = useBounds()
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
  const areStacked = relatives.shown.some(({ name }) => isStacked(name))
  return (
    <section className={styles.relatives} data-side>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(relatives.total)}</span>
      </h3>
      {relatives.total === 0 && <p className={styles.none}>{none}</p>}
      <Tooltip content={explain}>
        <ul>
          {relatives.shown.map((relative, at) => (
            <li
              key={relative.f}
              className={styles.relative}
              data-stacked={areStacked}
              {...menuOf(
                relative.f,
                kind === 'parents' ? { parent: relative.f, child: f } : { parent: f, child: relative.f },
              )}
            >
              <NameLink
                name={relative.name}
                href={hashFor(shared, { selected: functionName(opened, relative.f) })}
                data-tip={at}
              />
              <span className={styles.count} data-was={differences[at]?.count} data-tip={at}>
                <span className={styles.full}>{relative.count}</span>
                <span className={styles.short} aria-hidden="true">
                  {relative.shortCount}
                </span>
              </span>
              <span className={styles.time} data-was={differences[at]?.time} data-tip={at}>
                {relative.time}
              </span>
              <TimeBar
                self={0}
                certain={relative.fraction * certainPartOfArc(opened.analyzed, bounds, relative.arc)}
                total={relative.fraction}
              />
            </li>
          ))}
        </ul>
      </Tooltip>
      {more > 0 && <p className={styles.none}>and {formatCount(more)} more, in its entry</p>}
    </section>
  )
}
