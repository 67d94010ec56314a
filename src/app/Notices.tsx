// What to know about the measurement itself: the most important first, the rest folded.
import { useState } from 'react'
import type { Notice } from '../../workers/core/problems/problem.ts'
import { noticeRank, noticeText } from '../../workers/core/reports/words/notice-text.ts'
import controls from '../ui/controls.module.css'
import { CloseIcon, NoticeIcon } from '../ui/icons.tsx'
import styles from './notices.module.css'

export function sortNotices(notices: readonly Notice[]): readonly Notice[] {
  return notices.toSorted((a, b) => noticeRank(a) - noticeRank(b))
}

export function Notices({
  notices,
  onClose,
}: {
  readonly notices: readonly Notice[]
  readonly onClose: () => void
}) {
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = isUnfolded ? notices : notices.slice(0, 1)
  return (
    <section aria-label="Notices" className={styles.region}>
      <ul className={styles.list} data-open={isUnfolded}>
        {shown.map((notice, at) => {
          const words = noticeText(notice)
          return (
            // Two files may have been left out for the same reason.
            <li key={`${at} ${notice.code}`} className={styles.notice} data-rank={noticeRank(notice)}>
              <NoticeIcon />
              <p className={styles.words}>
                <strong>{words.title}.</strong> {words.explanation}{' '}
                {words.remedy !== '' && <span className={styles.remedy}>{words.remedy}</span>}
              </p>
            </li>
          )
        })}
      </ul>
      <div className={styles.actions}>
        <button
          type="button"
          className={controls.quiet}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Less' : notices.length > 1 ? `${notices.length - 1} more` : 'More'}
        </button>
        <button type="button" className={controls.quiet} aria-label="Close notices" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
    </section>
  )
}
