// A gprof listing and ours: how many lines are the same, every line that is not, and why.
import { visibleText } from '../../../workers/core/base/text.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { countsText, hintText, type Comparison } from '../../../workers/core/reports/verify-listing.ts'
import { useMemo, useState } from 'react'
import { closeComparison } from '../../state/opening/drop-actions.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/overlays.tsx'
import { ComparedLines } from './ComparedLines.tsx'
import styles from './comparison.module.css'
import { displayLines } from './display-lines.ts'
import { useSaving } from './use-saving.ts'

export function ComparisonDialog() {
  const compared = useStore((state) => state.ui.compared)
  if (compared.phase === 'idle') return null
  const name =
    compared.phase === 'ready'
      ? compared.value.file
      : compared.phase === 'loading'
        ? compared.progress.name
        : 'Listing'
  return (
    <Dialog title={`${visibleText(name)} compared with this profile`} isOpen isWide onClose={closeComparison}>
      {compared.phase === 'loading' && (
        <p className={styles.working}>
          <progress aria-label="Comparing" value={compared.progress.part} /> Comparing line by line …
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
      {compared.phase === 'ready' && <Compared comparison={compared.value} />}
    </Dialog>
  )
}

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const [isFiltered, setFiltered] = useState(true)
  const lines = useMemo(() => displayLines(comparison.rows, isFiltered), [comparison, isFiltered])
  const differences = comparison.differing + comparison.onlyTheirs + comparison.onlyOurs
  const { part, begin, cancel } = useSaving(comparison)
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
        {part !== null && <progress aria-label="Saving" value={part} />}
        <button
          type="button"
          className={controls.button}
          disabled={differences === 0}
          onClick={part === null ? begin : cancel}
        >
          {part === null ? 'Save the differences' : 'Cancel'}
        </button>
      </div>
      {lines.length > 0 ? (
        <ComparedLines
          rows={comparison.rows}
          lines={lines}
          usual={isFiltered ? comparison.rows.usualDiffering : comparison.rows.usual}
        />
      ) : (
        <p className={styles.hint}>Nothing differs.</p>
      )}
    </>
  )
}
