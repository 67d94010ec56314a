// Verifies a gprof listing against the profile: counts equal lines, lists every other line with its
// reason, saves the result as text.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import {
  type Comparison,
  comparisonText,
  countsText,
  hintText,
} from '../../../workers/core/reports/verify-listing.ts'
import { closeComparison } from '../../state/questions/verify-listing.ts'
import { useStore } from '../../state/store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { inSlices, PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { save } from '../export/save-and-copy.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './verify-listing.module.css'
import { displayLines } from './displayed-lines.ts'
import { ComparedLines } from './ComparedLines.tsx'

export function VerifyListingDialog() {
  const compared = useStore((state) => state.ui.compared)
  if (compared.phase === 'idle') return null
  const name =
    compared.phase === 'ready'
      ? compared.value.file
      : compared.phase === 'loading'
        ? compared.progress.name
        : 'Listing'
  return (
    <Dialog
      title={`${visibleText(name)} verified against this profile`}
      isOpen
      isWide
      onClose={closeComparison}
    >
      {compared.phase === 'loading' && (
        <p className={styles.working}>
          <progress aria-label="Verifying" value={compared.progress.part} /> Verifying line by line …
          <Button look="quiet" onClick={closeComparison}>
            Cancel
          </Button>
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
  const { part, begin, cancel } = useSaveDifferences(comparison)
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
        <Button disabled={differences === 0} onClick={part === null ? begin : cancel}>
          {part === null ? 'Save the differences' : 'Cancel'}
        </Button>
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

/** The state of saving the differences. */
export interface Saving {
  /** Fraction done, 0–1, if it is slow; else null. */
  readonly part: number | null
  readonly begin: () => void
  readonly cancel: () => void
}

function useSaveDifferences(comparison: Comparison): Saving {
  const [part, setPart] = useState<number | null>(null)
  const stop = useRef(() => {})
  const cancel = useCallback(() => {
    stop.current()
    setPart(null)
  }, [])
  useEffect(() => cancel, [cancel])
  const begin = () => {
    cancel()
    const began = performance.now()
    const onProgress = (done: number) => {
      if (performance.now() - began > PROGRESS_DELAY_MS) setPart(done)
    }
    stop.current = inSlices(comparisonText(comparison, onProgress), (pieces) => {
      setPart(null)
      save(new Blob(pieces, { type: 'text/plain' }), 'listing-differences.txt')
    })
  }
  return { part, begin, cancel }
}
