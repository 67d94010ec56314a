// Both profiles by name, the change of the total time, notices.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { ComparedProfiles } from '../../state/questions/diff.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { basis, caution, sideText, wholeChange } from '../../../workers/core/reports/diff/whole-change.ts'
import { groupNotices } from '../../../workers/core/reports/messages/group-notices.ts'
import styles from './diff.module.css'

/** The most important come first. */
const NOTICES = 20

export function DiffSummary({
  opened,
  compared,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
}) {
  const { side, other } = compared
  const [before, after] = side === 'after' ? [other, opened] : [opened, other]
  const change = wholeChange(compared)
  const notices = useMemo(() => groupNotices(other.notices).slice(0, NOTICES), [other.notices])
  const isDoubtful = other.notices.some(({ code }) => code === 'wrong-executable')
  const caveat = useMemo(() => caution(compared), [compared])
  const warnings = [
    caveat,
    isDoubtful ? 'The other profile may not fit this program: drop its own program with it.' : '',
  ].filter((text) => text !== '')
  return (
    <section aria-label="Both profiles" className={styles.wholes}>
      <dl className={styles.sides}>
        <Whole label="Before" opened={before} other={after} isOnScreen={side === 'before'} />
        <Whole label="After" opened={after} other={before} isOnScreen={side === 'after'} />
      </dl>
      {change !== '' && <p className={styles.verdict}>{change}</p>}
      {basis(compared) !== '' && <p className={styles.basis}>{basis(compared)}</p>}
      {notices.length > 0 && (
        <details className={styles.notices}>
          <summary>
            {formatCounted(notices.length, 'notice')} on {visibleText(other.name)}, the other profile
          </summary>
          <ul>
            {notices.map(({ title, explanation, remedy }) => (
              <li key={title}>
                <strong>{title}.</strong> {explanation} {remedy}
              </li>
            ))}
          </ul>
        </details>
      )}
      {warnings.map((text) => (
        <p key={text} className={styles.warning}>
          {text}
        </p>
      ))}
    </section>
  )
}

function Whole({
  label,
  opened,
  other,
  isOnScreen,
}: {
  readonly label: string
  readonly opened: ProfileView
  readonly other: ProfileView
  readonly isOnScreen: boolean
}) {
  const files = profilesOf(opened)
  const [first = ''] = files
  const name = visibleText(opened.name)
  // Profiles of the same program may be distinguished by the names of their files.
  const isEnough = opened.name !== other.name || first === profilesOf(other)[0] || first === name
  const rest = files.length > 1 ? ` and ${formatCount(files.length - 1)} more` : ''
  const shown = isEnough ? name : `${name}, ${first}${rest}`
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b title={files.slice(0, 12).join('\n')}>{shown}</b> {sideText(opened.analyzed)}
        {isOnScreen && <span className={styles.onScreen}>on screen</span>}
      </dd>
    </div>
  )
}

const profilesOf = ({ files }: ProfileView): readonly string[] =>
  files.filter(({ kind }) => kind === 'profile').map(({ name }) => visibleText(name))
