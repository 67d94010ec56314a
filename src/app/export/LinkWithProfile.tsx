// A link that contains the profile, within the length that was chosen. Reports what was cut to make it
// fit before it is copied.
import type { CutToFit, ProfileView } from '../../../workers/api/contract.ts'
import { copyText } from './save-and-copy.ts'
import { formatCount, formatCounted, formatExact } from '../../../workers/core/quantities.ts'
import { linkTo } from '../../state/export.ts'
import { interrupt } from '../../state/opening/replace-worker.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './share.module.css'
import type { ShareState } from './use-shared-profile.ts'

/** Link lengths in characters, and the programs that accept a link of that length. */
const LENGTHS: readonly (readonly [number, string])[] = [
  [2000, '2,000 characters: nearly anywhere'],
  [8000, '8,000 characters: most mail and chat'],
  [32_000, '32,000 characters: issues, documents'],
]

export function LinkWithProfile({
  opened,
  made,
  length,
  onLength,
  isFirst,
  onOutcome,
}: {
  readonly opened: ProfileView
  readonly made: ShareState
  readonly length: number
  readonly onLength: (length: number) => void
  readonly isFirst: boolean
  readonly onOutcome: (outcome: string) => void
}) {
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
        <Button look={isFirst ? 'primary' : 'button'} disabled={link === null} onClick={() => void copy()}>
          Copy profile link
        </Button>
        <label className={styles.length}>
          Up to{' '}
          <select value={length} onChange={(event) => onLength(Number(event.target.value))}>
            {LENGTHS.map(([characters, words]) => (
              <option key={characters} value={characters}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className={styles.text}>
        {made.kind === 'making' && 'Preparing …'}
        {made.kind === 'making' && made.isSlow && (
          <Button look="quiet" onClick={interrupt}>
            Cancel
          </Button>
        )}
        {made.kind === 'too-large' &&
          (profile.listed
            ? 'This listing does not fit into a link. Save the profile or the HTML file.'
            : 'The largest functions alone do not fit into a link. Save the profile or the HTML file.')}
        {made.kind === 'failed' &&
          (made.problem.code === 'host/cancelled'
            ? 'Cancelled. Choose a length to start again.'
            : 'The link cannot be made.')}
        {made.kind === 'made' &&
          link !== null &&
          `${formatCounted(link.length, 'character')}. ${cutWords(made.shared.cut, profile.rate, profile.abbreviation)}`}
      </p>
    </div>
  )
}

/** Describes what was cut to fit, the most noticeable loss first. */
function cutWords(cut: CutToFit, rate: number, unit: string): string {
  const time = (ticks: number): string =>
    rate > 0
      ? `${formatExact(Number((ticks / rate).toPrecision(3)))} ${unit}`
      : formatCounted(ticks, 'sample')
  const parts: string[] = []
  if (cut.joined > 0) {
    const off = cut.mostLost > 0 ? ` (totals ±${time(cut.mostLost)})` : ''
    parts.push(`${formatCounted(cut.joined, 'small function')} merged${off}`)
  }
  if (cut.unused > 0) parts.push(`${formatCounted(cut.unused, 'unused function')} dropped`)
  if (cut.runs > 0) parts.push(`${formatCounted(cut.runs, 'run')} saved as one file`)
  if (cut.histograms) parts.push('no gmon.sum')
  if (cut.lines) parts.push('no times of lines')
  if (cut.possible) parts.push('no static calls')
  return parts.length === 0 ? 'The whole profile is in it.' : `To make it fit: ${parts.join('; ')}.`
}
