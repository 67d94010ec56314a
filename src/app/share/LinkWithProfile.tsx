// The profile inside a link, as long as the person lets it be; what was cut to make it fit is told before it is copied.
import { useState } from 'react'
import type { CutToFit, ProfileView, ShareChoice } from '../../../workers/api/contract.ts'
import { formatCount, formatCounted, formatExact } from '../../../workers/core/reports/quantities.ts'
import { linkTo } from '../../state/worker/export.ts'
import { interrupt } from '../../state/opening/open.ts'
import controls from '../../ui/controls.module.css'
import { copyText } from './copy-text.ts'
import { useShared } from './use-shared.ts'
import styles from './share.module.css'

/** Characters, and where a link of that length arrives whole. */
const LENGTHS: readonly (readonly [number, string])[] = [
  [2000, '2,000 characters: nearly anywhere'],
  [8000, '8,000 characters: most mail and chat'],
  [32_000, '32,000 characters: issues, documents'],
]

export function LinkWithProfile({
  opened,
  choice,
  onOutcome,
}: {
  readonly opened: ProfileView
  readonly choice: ShareChoice
  readonly onOutcome: (outcome: string) => void
}) {
  const [length, setLength] = useState(8000)
  const made = useShared(choice, length)
  const link = made.kind === 'made' ? linkTo(made.shared) : null
  const copy = async () => {
    if (link === null) return
    onOutcome(
      await copyText(link, `Copied, ${formatCount(link.length)} characters`, 'Save the profile instead.'),
    )
  }
  const { profile } = opened.analyzed
  return (
    <div className={styles.way}>
      <div className={styles.row}>
        <button
          type="button"
          className={controls.button}
          disabled={link === null}
          onClick={() => void copy()}
        >
          Copy profile as link
        </button>
        <label className={styles.length}>
          Up to{' '}
          <select value={length} onChange={(event) => setLength(Number(event.target.value))}>
            {LENGTHS.map(([characters, words]) => (
              <option key={characters} value={characters}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className={styles.text}>
        {made.kind === 'making' && 'Putting it together …'}
        {made.kind === 'making' && made.isSlow && (
          <button type="button" className={controls.quiet} onClick={interrupt}>
            Cancel
          </button>
        )}
        {made.kind === 'too-large' &&
          (profile.listed
            ? 'A listing goes whole or not at all, and this one does not fit: save the profile instead.'
            : 'Not even the largest functions fit: save the profile instead.')}
        {made.kind === 'failed' &&
          (made.problem.code === 'host/cancelled'
            ? 'Cancelled; another length begins anew.'
            : 'It cannot be made.')}
        {made.kind === 'made' &&
          link !== null &&
          `${formatCounted(link.length, 'character')}. ${cutWords(made.shared.cut, profile.rate, profile.abbreviation)}`}
      </p>
    </div>
  )
}

/** What it took to fit, in the order in which a reader would miss it. */
function cutWords(cut: CutToFit, rate: number, unit: string): string {
  const time = (ticks: number): string =>
    rate > 0
      ? `${formatExact(Number((ticks / rate).toPrecision(3)))} ${unit}`
      : formatCounted(ticks, 'sample')
  const parts: string[] = []
  if (cut.joined > 0) {
    parts.push(
      `the ${formatCounted(cut.joined, 'smallest function')} (${time(cut.joinedTicks)} of their own) stand together as one, so a function’s total may be up to ${time(cut.mostLost)} off`,
    )
  }
  if (cut.unused > 0) parts.push(`${formatCounted(cut.unused, 'function')} never used left out`)
  if (cut.runs > 0) parts.push(`${formatCounted(cut.runs, 'run')} told as one file`)
  if (cut.histograms) parts.push('no gmon.sum can be made of it')
  if (cut.lines) parts.push('times of lines left out')
  if (cut.possible) parts.push('calls never taken left out')
  return parts.length === 0 ? 'All of the profile is in it.' : `To make it fit: ${parts.join('; ')}.`
}
