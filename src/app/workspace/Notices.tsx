// Notices about the measurement: the most important first, the rest folded.
import { useState } from 'react'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { hex } from '../../../workers/core/reports/messages/message.ts'
import type { NoticeGroup } from '../../../workers/core/reports/messages/notices.ts'
import { LongList } from '../../ui/LongList.tsx'
import { CloseIcon, IconButton, NoticeIcon } from '../../ui/controls.tsx'
import controls from '../../ui/controls.module.css'
import styles from './notices.module.css'

/** A killed job can write a thousand truncated files. */
const SHOWN = 20

export function Notices({
  notices,
  onShift,
  onClose,
}: {
  readonly notices: readonly NoticeGroup[]
  /** Null if addresses cannot be shifted. */
  readonly onShift: ((shift: number) => void) | null
  readonly onClose: () => void
}) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { shift = 0 } = notices.find((notice) => notice.shift !== 0) ?? {}
  return (
    <section aria-label="Notices" className={styles.region}>
      <div className={styles.list} data-open={isUnfolded}>
        <LongList items={isUnfolded ? notices : notices.slice(0, 1)} shown={SHOWN} Line={NoticeLine} />
      </div>
      <div className={styles.actions}>
        {onShift && shift !== 0 && (
          <button type="button" className={controls.quiet} onClick={() => onShift(shift)}>
            Shift by {hex(shift)}
          </button>
        )}
        <button
          type="button"
          className={controls.quiet}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Less' : notices.length > 1 ? `${notices.length - 1} more` : 'More'}
        </button>
        <IconButton label="Close notices" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
    </section>
  )
}

function NoticeLine({ item: { title, explanation, remedy, rank, files } }: { readonly item: NoticeGroup }) {
  return (
    <li className={styles.notice} data-rank={rank}>
      <NoticeIcon />
      <div className={styles.words}>
        <strong>{title}.</strong> {explanation}{' '}
        {remedy !== '' && <span className={styles.remedy}>{remedy}</span>}
        {files.length > 0 && (
          <details className={styles.files}>
            <summary>All {formatCount(files.length)} files</summary>
            {files.join(', ')}
          </details>
        )}
      </div>
    </li>
  )
}
