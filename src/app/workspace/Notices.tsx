// Notices about the measurement: the most important first, the rest folded.
import { useState } from 'react'
import type { NoticeGroup } from '../../../workers/core/reports/messages/group-notices.ts'
import { CloseIcon, IconButton, NoticeIcon } from '../../ui/icons.tsx'
import { formatCount } from '../../../workers/core/quantities.ts'
import { hex } from '../../../workers/core/reports/messages/message.ts'
import { LongList } from '../../ui/LongList.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './workspace.module.css'

/** A killed job can write a thousand truncated files. */
const SHOWN = 20

export function Notices({
  notices,
  onShift,
  onShare,
  onClose,
}: {
  readonly notices: readonly NoticeGroup[]
  /** Null if addresses cannot be shifted. */
  readonly onShift: ((shift: number) => void) | null
  /** Null if the profiles cannot be added up in another way. */
  readonly onShare: ((how: 'each' | 'once') => void) | null
  readonly onClose: () => void
}) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { shift = 0 } = notices.find((notice) => notice.shift !== 0) ?? {}
  const { sharedPast = null } = notices.find((notice) => notice.sharedPast !== null) ?? {}
  return (
    <section aria-label="Notices" className={styles.region}>
      <div className={styles.list} data-open={isUnfolded}>
        <LongList items={isUnfolded ? notices : notices.slice(0, 1)} shown={SHOWN} Line={NoticeLine} />
      </div>
      <div className={styles.actions}>
        {onShift && shift !== 0 && (
          <Button look="quiet" onClick={() => onShift(shift)}>
            Shift by {hex(shift)}
          </Button>
        )}
        {onShare && sharedPast !== null && (
          <Button look="quiet" onClick={() => onShare(sharedPast === 'each' ? 'once' : 'each')}>
            {sharedPast === 'each' ? 'Count once' : 'Count each'}
          </Button>
        )}
        <Button look="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? 'Less' : notices.length > 1 ? `${notices.length - 1} more` : 'More'}
        </Button>
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
