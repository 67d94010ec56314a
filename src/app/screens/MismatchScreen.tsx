// Shows the evidence that the program may not be the one that was profiled, before any number is shown.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { NoticeOf } from '../../../workers/core/problems/problem.ts'
import { canShift, openShifted, showAnyway, startOver } from '../../state/opening/open.ts'
import { FileList } from './FileList.tsx'
import { StartFrame } from './StartFrame.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import { MISMATCH_MESSAGES, remedyByShift } from '../../../workers/core/reports/messages/mismatch-notices.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { hex, visibleMessage } from '../../../workers/core/reports/messages/message.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'

export function MismatchScreen({ opened }: { readonly opened: ProfileView }) {
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
            <TimeBar hasTrack total={notice.matched / notice.total} />
            <span>
              {formatCount(notice.matched)} of {formatCount(notice.total)} arcs match
            </span>
          </div>
        )}
        {odd[0] && <p>{wordsOf(odd[0], odd.length - 1)}</p>}
        <p className={styles.remedy}>{shift === 0 ? words.remedy : remedyByShift(shift)}</p>
      </div>
      <FileList files={opened.files} isDoubtful />
      <div className={styles.actions}>
        {shift !== 0 && (
          <Button look="primary" onClick={() => openShifted(shift)}>
            Shift by {hex(shift)}
          </Button>
        )}
        <OpenFiles look={shift === 0 ? 'primary' : 'button'}>Open other files…</OpenFiles>
        <Button onClick={showAnyway}>Show numbers anyway</Button>
        <Button look="quiet" onClick={startOver}>
          Start over
        </Button>
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
