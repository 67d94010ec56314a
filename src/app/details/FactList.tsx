// Numbers with their formulas in plain sight; what they rest on shows on hover and focus.
import { useCallback } from 'react'
import type { Fact } from '../../../workers/core/reports/function-details.ts'
import { Tip } from '../../ui/Tip.tsx'
import styles from './details.module.css'

export function FactList({ label, facts }: { readonly label: string; readonly facts: readonly Fact[] }) {
  const explain = useCallback((key: string) => facts[Number(key)]?.explanation ?? null, [facts])
  return (
    <Tip content={explain}>
      <dl className={styles.list} aria-label={label}>
        {facts.map(({ label: term, value, explanation }, at) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too */}
            <dd tabIndex={0} data-tip={at}>
              <span className={styles.value}>{value}</span>
              {explanation && explanation.formula !== '' && (
                <span className={styles.formula}>{explanation.formula}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Tip>
  )
}
