// The program may not be the one that was measured: the evidence, before any number is shown.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { NoticeOf } from '../../../workers/core/problems/problem.ts'
import { MISMATCH_MESSAGES, remedyByShift } from '../../../workers/core/reports/messages/notices.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { hex, visibleMessage } from '../../../workers/core/reports/messages/message.ts'
import { canShift, openShifted, showAnyway, startOver } from '../../state/opening/open.ts'
import controls from '../../ui/controls.module.css'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import { FileList } from './FileList.tsx'
import { OpenFiles } from '../opening/OpenFiles.tsx'
import { StartFrame } from './StartFrame.tsx'
import styles from './start.module.css'

export function DoubtfulScreen({ opened }: { readonly opened: ProfileView }) {
  const notice = opened.notices.find((candidate) => candidate.code === 'wrong-executable')
  if (!notice) return null
  const words = visibleMessage(MISMATCH_MESSAGES['wrong-executable'].words(notice))
  const shift = canShift(opened) ? notice.shift : 0
  const odd = opened.notices.filter((candidate) => candidate.code === 'odd-run')
  return (
    <StartFrame>
      <div role="alert" className={styles.alert} data-mild="true">
        <h1 className={styles.alertTitle}>{words.title}</h1>
        <p>{words.explanation}</p>
        {notice.total > 0 && (
          <div className={styles.score}>
            <TimeBar hasTrack self={notice.matched / notice.total} />
            <span>
              {formatCount(notice.matched)} of {formatCount(notice.total)} arcs match
            </span>
          </div>
        )}
        {odd[0] && <p>{wordsOf(odd[0], odd.length - 1)}</p>}
        <p className={styles.remedy}>{shift === 0 ? words.remedy : remedyByShift(shift)}</p>
      </div>
      <FileList files={opened.files} />
      <div className={styles.actions}>
        {shift !== 0 && (
          <button type="button" className={controls.primary} onClick={() => openShifted(shift)}>
            Shift by {hex(shift)}
          </button>
        )}
        <OpenFiles look={shift === 0 ? 'primary' : 'button'}>Open other files…</OpenFiles>
        <button type="button" className={controls.button} onClick={showAnyway}>
          Show the numbers anyway
        </button>
        <button type="button" className={controls.quiet} onClick={startOver}>
          Start over
        </button>
      </div>
    </StartFrame>
  )
}

function wordsOf(first: NoticeOf<'odd-run'>, more: number): string {
  const { title } = visibleMessage(MISMATCH_MESSAGES['odd-run'].words(first))
  return more === 0
    ? `${title}; without it the rest may be right.`
    : `${title}, and ${formatCounted(more, 'more file')}; without them the rest may be right.`
}
