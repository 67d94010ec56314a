// Screens for files that do not open: a file is missing, opening failed, or the program does not match the
// profile.
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import type { NoticeOf, Problem } from '../../../workers/core/problems/problem.ts'
import {
  compareMatches,
  distinguishFiles,
  problemText,
} from '../../../workers/core/reports/messages/problems.ts'
import { canChooseProgram, chooseProgram, continueWithoutNames } from '../../state/drop-actions.ts'
import { canShift, leaveFailure, openShifted, retry, showAnyway, startOver } from '../../state/opening.ts'
import { FileList, LinkPreview, StartFrame } from './StartScreens.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import type { Session } from '../../state/store.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { MISMATCH_MESSAGES, remedyByShift } from '../../../workers/core/reports/messages/notices.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { hex, visibleMessage } from '../../../workers/core/reports/messages/message.ts'
import { TimeBar } from '../../ui/table.tsx'
import controls from '../../ui/controls.module.css'
import styles from './start.module.css'

type ProblemPhase = 'offered' | 'doubtful' | 'failed'

/** The screen of a phase that needs a decision before numbers are shown. */
export function ProblemScreen({ session }: { readonly session: Extract<Session, { phase: ProblemPhase }> }) {
  switch (session.phase) {
    case 'offered':
      return <OfferedScreen files={session.files} problem={session.problem} />
    case 'doubtful':
      return <MismatchScreen opened={session.opened} />
    case 'failed':
      return <FailedScreen {...session} />
  }
}

function OfferedScreen({
  files,
  problem,
}: {
  readonly files: readonly OfferedFile[]
  readonly problem: Problem
}) {
  const words = problemText(problem)
  return (
    <StartFrame>
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.lead}>
        {words.explanation} {words.remedy}
      </p>
      <LinkPreview />
      <FileList files={files} />
      <div className={styles.actions}>
        <OpenFiles look="primary">Add files…</OpenFiles>
        {problem.code === 'input/executable-missing' && (
          <button type="button" className={controls.button} onClick={continueWithoutNames}>
            Continue without names
          </button>
        )}
        <button type="button" className={controls.quiet} onClick={startOver}>
          Start over
        </button>
        <span className={styles.hint}>or drop it anywhere</span>
      </div>
      {problem.code === 'input/executable-missing' && (
        <p className={styles.aside}>
          Without the program you see addresses, not names, and uncalled code counts towards the function
          before it.
        </p>
      )}
    </StartFrame>
  )
}

// Reports what failed, in which file, at which byte, why, and what to try. The valid files stay
// usable.

/** Problems that may be gone on a retry. */
const RETRIED: readonly Problem['code'][] = [
  'host/worker-lost',
  'host/part-missing',
  'bytes/unreadable',
  'hosted/unreachable',
]

function FailedScreen({
  problem,
  files,
  previous,
  again,
}: {
  readonly problem: Problem
  readonly files: readonly OfferedFile[]
  readonly previous: ProfileView | null
  readonly again?: (() => void) | null
}) {
  const words = problemText(problem)
  const hasGood = files.some((file) => !file.problem && !file.damage)
  // The gmon.out alone still gives numbers by address.
  const canDoWithoutNames =
    (problem.code === 'elf/no-symbols' || problem.code === 'input/executable-missing') &&
    files.some((file) => file.kind === 'profile' && file.problem === null)
  const canRetry = again !== null && RETRIED.includes(problem.code)
  const choice = choiceOf(problem, files)
  return (
    <StartFrame>
      <div role="alert" className={styles.alert}>
        <h1 className={styles.alertTitle}>{words.title}</h1>
        <p>{words.explanation}</p>
        {choice.words !== '' && <p>{choice.words}</p>}
        {words.remedy !== '' && <p className={styles.remedy}>{words.remedy}</p>}
        {problem.code === 'bug' && <pre className={styles.stack}>{problem.stack}</pre>}
        {choice.programs.length > 0 && (
          <div className={styles.actions}>
            {choice.programs.map(({ at, name, isBest }) => (
              <button
                key={at}
                type="button"
                className={isBest ? controls.primary : controls.button}
                onClick={() => chooseProgram(at)}
              >
                Open with {name}
              </button>
            ))}
          </div>
        )}
        <p className={styles.code}>
          <code>{problem.code}</code>
        </p>
      </div>
      <FileList files={files} shownProblem={problem} />
      <div className={styles.actions}>
        <OpenFiles look={choice.hasBest ? 'button' : 'primary'}>Open other files…</OpenFiles>
        {canDoWithoutNames && (
          <button type="button" className={controls.button} onClick={continueWithoutNames}>
            Continue without names
          </button>
        )}
        {canRetry && (
          <button type="button" className={controls.button} onClick={retry}>
            Try again
          </button>
        )}
        {previous ? (
          <button type="button" className={controls.button} onClick={leaveFailure}>
            Back to {visibleText(previous.name)}
          </button>
        ) : (
          <button type="button" className={controls.quiet} onClick={startOver}>
            Start over
          </button>
        )}
        <span className={styles.hint}>
          or drop files anywhere{hasGood ? '; the good ones above are kept' : ''}
        </span>
      </div>
    </StartFrame>
  )
}

/** If there are several programs, the best match comes first; only a few get a button. */
const MOST_CHOICES = 5

function choiceOf(problem: Problem, files: readonly OfferedFile[]) {
  if (problem.code !== 'input/several-executables') return { words: '', programs: [], hasBest: false }
  const { best, words } = compareMatches(files)
  const all = files.flatMap((file, at) =>
    file.kind === 'executable' && file.problem === null ? [{ file, at }] : [],
  )
  const names = distinguishFiles(all.map(({ file }) => file))
  const programs = (canChooseProgram() ? all : [])
    .map(({ file, at }, nth) => ({ at, name: names[nth] ?? '', isBest: file === best }))
    .toSorted((a, b) => Number(b.isBest) - Number(a.isBest))
    .slice(0, MOST_CHOICES)
  return { words, programs, hasBest: programs[0]?.isBest === true }
}

// Shows the evidence that the program may not be the one that was profiled, before any number is
// shown.

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
          <button type="button" className={controls.primary} onClick={() => openShifted(shift)}>
            Shift by {hex(shift)}
          </button>
        )}
        <OpenFiles look={shift === 0 ? 'primary' : 'button'}>Open other files…</OpenFiles>
        <button type="button" className={controls.button} onClick={showAnyway}>
          Show numbers anyway
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
