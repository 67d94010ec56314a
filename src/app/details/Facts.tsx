// Numbers in the details, each with its equation on demand.
import { useCallback, useMemo } from 'react'
import type { Fact } from '../../../workers/core/reports/function-facts.ts'
import { LETTERS } from '../../../workers/core/reports/equation.ts'
import {
  type Differences,
  factDifferences,
  NO_DIFFERENCES,
} from '../../../workers/core/reports/differences.ts'
import { setUi, useStore } from '../../state/store.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Symbols } from '../../ui/Symbols.tsx'
import { keepUnits } from '../../ui/keep-units.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './details.module.css'

/** "S self time · C calls" */
const MEANINGS = Object.entries(LETTERS)
  .map(([letter, meaning]) => `${letter} ${meaning}`)
  .join(' · ')

export function Equations() {
  const isOn = useStore((state) => state.ui.hasEquations)
  return (
    <>
      <h3 className={`${styles.subtitle} ${styles.numbers}`}>
        Numbers
        <Button
          look="toggle"
          aria-pressed={isOn}
          aria-label="Equations"
          aria-keyshortcuts="="
          title="How each number is computed (=)"
          onClick={() => setUi({ hasEquations: !isOn })}
        >
          =
        </Button>
      </h3>
      {isOn && <p className={styles.letters}>{MEANINGS}</p>}
    </>
  )
}

export function FactList({
  label,
  facts,
  asMeasured,
}: {
  readonly label: string
  readonly facts: readonly Fact[]
  /** The same facts without the scenario; null if there is no scenario. */
  readonly asMeasured: readonly Fact[] | null
}) {
  const hasEquations = useStore((state) => state.ui.hasEquations)
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
              {hasEquations && explanation && explanation.formula !== '' && (
                <>
                  <Symbols equations={explanation.equations} />
                  <span className={styles.formula}>{keepUnits(explanation.formula)}</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Tooltip>
  )
}
