// Numbers with their formulas in plain sight; what they rest on shows on hover and focus.
import { useCallback, useMemo } from 'react'
import type { Fact } from '../../../workers/core/reports/details/function-details.ts'
import {
  factDifferences,
  NO_DIFFERENCES,
  type Differences,
} from '../../../workers/core/reports/what-if/differences.ts'
import { keepUnits } from '../../ui/text.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import styles from './details.module.css'

export function FactList({
  label,
  facts,
  asMeasured,
}: {
  readonly label: string
  readonly facts: readonly Fact[]
  /** The same facts without the scenario; null as long as there is none. */
  readonly asMeasured: readonly Fact[] | null
}) {
  const was = useMemo(
    (): Differences<string> => (asMeasured ? factDifferences(facts, asMeasured) : NO_DIFFERENCES),
    [facts, asMeasured],
  )
  const explain = useCallback(
    (key: string) => {
      const fact = facts[Number(key)]
      return fact?.explanation ? { ...fact.explanation, was: was[fact.label] } : null
    },
    [facts, was],
  )
  return (
    <Tooltip content={explain}>
      <dl className={styles.list} aria-label={label}>
        {facts.map(({ label: term, value, explanation }, at) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too */}
            <dd tabIndex={0} data-tip={at}>
              <span className={styles.value} data-was={was[term]}>
                {keepUnits(value)}
              </span>
              {explanation && explanation.formula !== '' && (
                <span className={styles.formula}>{keepUnits(explanation.formula)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Tooltip>
  )
}
