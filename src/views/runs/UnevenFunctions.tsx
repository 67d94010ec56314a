// The slow run, with the functions in which runs differ.
import { useId, useState } from 'react'
import { formatCount } from '../../../workers/core/quantities.ts'
import { type ImbalanceRow, judgementText } from '../../../workers/core/reports/runs/imbalance-rows.ts'
import type { RunImbalance } from '../../../workers/core/trust/runs/run-imbalance.ts'
import { useHrefOf } from '../../state/selectors.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { NameLink } from '../../ui/NameLink.tsx'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import styles from './runs.module.css'

interface UnevenProps {
  readonly opened: ProfileView
  readonly imbalance: RunImbalance
  /** Selects a run's row. */
  readonly onPick: (run: number) => void
}

/** Names the run and the function with the largest difference that chance does not explain. */
export function Headline({
  opened,
  imbalance,
  slow,
  onPick,
}: UnevenProps & { readonly slow: ImbalanceRow | null }) {
  const hrefOf = useHrefOf(opened)
  if (!slow)
    return (
      <p className={styles.headline} title={judgementText(imbalance)}>
        <strong>No unusual run.</strong> <span>All differences between runs are within noise.</span>
      </p>
    )
  return (
    <p className={styles.headline} title={judgementText(imbalance)}>
      <strong>
        <PickRun row={slow} onPick={onPick} />: {slow.excess} in{' '}
        <NameLink name={displayName(opened.analyzed.profile.functions, slow.f)} href={hrefOf(slow.f)} />
      </strong>{' '}
      <span>
        than the other runs on average; {slow.timesMean} times the mean of {formatCount(imbalance.runs)} runs
        (significant).
      </span>
    </p>
  )
}

/** A run that leads to its row, if it has one. */
function PickRun({ row, onPick }: { readonly row: ImbalanceRow } & Pick<UnevenProps, 'onPick'>) {
  if (row.run < 0) return <>{row.runLabel}</>
  return (
    <button type="button" className={styles.pick} title="Go to its row" onClick={() => onPick(row.run)}>
      {row.runLabel}
    </button>
  )
}

/** Rows that are shown before all are asked for. */
const FEW_FUNCTIONS = 3

/** The functions by imbalance, with the run that has the most of each. */
export function UnevenFunctions({
  opened,
  imbalance,
  uneven,
  onPick,
}: UnevenProps & { readonly uneven: readonly ImbalanceRow[] }) {
  const [isWhole, setWhole] = useState(false)
  const hrefOf = useHrefOf(opened)
  const { functions } = opened.analyzed.profile
  const listed = isWhole ? uneven : uneven.slice(0, FEW_FUNCTIONS)
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.uneven} data-whole={isWhole}>
      <table>
        <caption id={id} className={controls.hidden}>
          Functions by imbalance
        </caption>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col" title="The run with the most self time of the function">
              Most in
            </th>
            <th scope="col" title="Self time in that run above the mean of the other runs">
              More
            </th>
            <th scope="col" title="Self time in that run, compared with the mean of all runs">
              × mean
            </th>
            <th scope="col" title={judgementText(imbalance)}>
              By chance
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <tr key={row.f} data-slow={row.isSignificant || undefined}>
              <th scope="row">
                <NameLink name={displayName(functions, row.f)} href={hrefOf(row.f)} />
              </th>
              <td>
                <PickRun row={row} onPick={onPick} />
              </td>
              <td>{row.excess}</td>
              <td>{row.timesMean}</td>
              <td>{row.isSignificant ? 'no' : 'may be'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {uneven.length > FEW_FUNCTIONS && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? 'Fewer functions'
            : uneven.length < imbalance.functions
              ? `First ${formatCount(uneven.length)} of ${formatCount(imbalance.functions)} functions`
              : `All ${formatCount(uneven.length)} functions`}
        </Button>
      )}
    </section>
  )
}
