// What to know about the measurement itself: the most important first, the rest folded.
import { useState } from 'react'
import type { Notice } from '../../workers/core/problems/problem.ts'
import { noticeRank, noticeText } from '../../workers/core/reports/words/notice-text.ts'
import controls from '../ui/controls/controls.module.css'
import { LongList } from '../ui/rows/LongList.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { CloseIcon, NoticeIcon } from '../ui/controls/icons.tsx'
import styles from './notices.module.css'

export function sortNotices(notices: readonly Notice[]): readonly Notice[] {
  return notices.toSorted((a, b) => noticeRank(a) - noticeRank(b))
}

/** A job that was killed leaves a thousand files cut short. */
const SHOWN = 20

export function Notices({
  notices,
  onClose,
}: {
  readonly notices: readonly Notice[]
  readonly onClose: () => void
}) {
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <section aria-label="Notices" className={styles.region}>
      <div className={styles.list} data-open={isUnfolded}>
        <LongList items={isUnfolded ? notices : notices.slice(0, 1)} shown={SHOWN} Line={NoticeLine} />
      </div>
      <div className={styles.actions}>
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

function NoticeLine({ item: notice }: { readonly item: Notice }) {
  const { title, explanation, remedy } = noticeText(notice)
  return (
    <li className={styles.notice} data-rank={noticeRank(notice)}>
      <NoticeIcon />
      <p className={styles.words}>
        <strong>{title}.</strong> {explanation}{' '}
        {remedy !== '' && <span className={styles.remedy}>{remedy}</span>}
      </p>
    </li>
  )
}
