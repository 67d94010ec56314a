// A gprof listing and ours: how many lines are the same, every line that is not, and why.
import { problemText } from '../../../workers/core/reports/words/problem-text.ts'
import {
  comparisonLines,
  countsText,
  hintText,
  type Comparison,
} from '../../../workers/core/reports/comparison.ts'
import { useMemo, useState } from 'react'
import { closeComparison } from '../../state/worker/compare.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls/controls.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { save } from '../save.ts'
import { ComparedLines } from './ComparedLines.tsx'
import styles from './comparison.module.css'
import { displayLines } from './display-lines.ts'

export function ComparisonDialog() {
  const compared = useStore((state) => state.local.compared)
  if (!compared) return null
  const name =
    compared.phase === 'ready'
      ? compared.comparison.file
      : compared.phase === 'working'
        ? compared.name
        : 'Listing'
  return (
    <Dialog title={`${name} compared with this profile`} isOpen isWide onClose={closeComparison}>
      {compared.phase === 'working' && (
        <p className={styles.working}>
          <span role="progressbar" aria-label="Comparing" /> Comparing line by line …
          <button type="button" className={controls.quiet} onClick={closeComparison}>
            Cancel
          </button>
        </p>
      )}
      {compared.phase === 'failed' && (
        <p role="alert">
          <strong>{problemText(compared.problem).title}.</strong> {problemText(compared.problem).explanation}{' '}
          {problemText(compared.problem).remedy}
        </p>
      )}
      {compared.phase === 'ready' && <Compared comparison={compared.comparison} />}
    </Dialog>
  )
}

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const [isFiltered, setFiltered] = useState(true)
  const lines = useMemo(() => displayLines(comparison.rows, isFiltered), [comparison, isFiltered])
  const differences = comparison.differing + comparison.onlyTheirs + comparison.onlyOurs
  const exportText = () => {
    const text = [...comparisonLines(comparison)].join('\n')
    save(new Blob([`${text}\n`], { type: 'text/plain' }), 'listing-differences.txt')
  }
  return (
    <>
      <div className={styles.summary}>
        <p>
          <strong>{countsText(comparison)}.</strong> Compared with what{' '}
          <code>gprof{comparison.options === '' ? '' : ` ${comparison.options}`}</code> prints of this
          profile, as measured.
        </p>
        {comparison.hints.map((hint) => (
          <p key={hint.code} className={styles.hint}>
            {hintText(hint)}
          </p>
        ))}
      </div>
      <div className={styles.controls}>
        <label className={styles.filter}>
          <input
            type="checkbox"
            checked={isFiltered}
            onChange={(event) => setFiltered(event.target.checked)}
          />
          Differences only
        </label>
        {differences > 0 && (
          <p className={styles.legend} aria-hidden="true">
            <span>
              <b>−</b> in {comparison.file}
            </span>
            <span>
              <b>+</b> here
            </span>
          </p>
        )}
        <button type="button" className={controls.button} disabled={differences === 0} onClick={exportText}>
          Save the differences
        </button>
      </div>
      {lines.length > 0 ? (
        <ComparedLines rows={comparison.rows} lines={lines} />
      ) : (
        <p className={styles.hint}>Nothing differs.</p>
      )}
    </>
  )
}
