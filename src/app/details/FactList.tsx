// Numbers with their formulas in plain sight.
import type { Fact } from '../../../workers/core/reports/function-details.ts'
import styles from './details.module.css'

export function FactList({ label, facts }: { readonly label: string; readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.list} aria-label={label}>
      {facts.map(({ label: term, value, explanation }) => (
        <div key={term} className={styles.fact}>
          <dt>{term}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {explanation && (explanation.formula !== '' || explanation.note !== '') && (
              <span className={styles.why}>
                {explanation.formula !== '' && <span className={styles.formula}>{explanation.formula}</span>}
                {explanation.note !== '' && <span>{explanation.note}</span>}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
