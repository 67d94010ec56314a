// Who pays before cuts or after them, in a sentence each.
import type { CutPayers } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { briefName } from '../../../workers/core/names/brief-name.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { shortenName } from '../../../workers/core/names/shorten-name.ts'
import { formatCount, formatCounted, formatShareOf } from '../../../workers/core/quantities.ts'
import styles from './cycles.module.css'

/** Functions that are named. */
const MOST_NAMES = 3
/** Characters of a name. */
const NAME_LENGTH = 40

export function PayersText({
  analyzed: { profile },
  payers: { made, waysIn, roots, callers },
}: {
  readonly analyzed: AnalyzedProfile
  readonly payers: CutPayers
}) {
  const name = (f: FunctionIndex): string =>
    shortenName(briefName(displayName(profile.functions, f)), NAME_LENGTH)
  const names = (list: readonly FunctionIndex[]): string =>
    list.slice(0, MOST_NAMES).map(name).join(', ') +
    (list.length > MOST_NAMES ? ` and ${formatCount(list.length - MOST_NAMES)} more` : '')
  const list = (label: string, rows: CutPayers['roots']) => {
    const shares = rows
      .slice(0, MOST_NAMES)
      .filter(({ before, after }) => before > 0 || after > 0)
      .map(
        ({ f, before, after }) => [f, formatShareOf(profile, before), formatShareOf(profile, after)] as const,
      )
      .filter(([, before]) => before !== '')
    if (shares.length === 0) return null
    return (
      <span className={styles.payers}>
        {label}{' '}
        {shares.map(([f, before, after], at) => (
          <span key={f}>
            {at > 0 && ', '}
            <code>{name(f)}</code> {before} → <strong>{after}</strong>
          </span>
        ))}
      </span>
    )
  }
  return (
    <p className={styles.payersText}>
      <span className={styles.payers} data-warning={made.length > 0}>
        {made.length === 0
          ? 'Makes no function a root.'
          : `Makes ${formatCounted(made.length, 'function a root', 'functions roots')}: ${names(made)}.`}
      </span>
      {waysIn.length > 0 && (
        <span className={styles.payers}>
          No recorded function calls {waysIn.length === 1 ? 'the cycle' : 'these cycles'}: {names(waysIn)}{' '}
          comes first.
        </span>
      )}
      {list('Callers:', callers)}
      {list('Roots:', roots)}
    </p>
  )
}
