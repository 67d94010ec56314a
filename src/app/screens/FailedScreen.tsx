// Reports what failed, in which file, at which byte, why, what to try. The valid files stay usable.
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { compareMatches, distinguishFiles } from '../../../workers/core/reports/messages/program-match.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { canChooseProgram, chooseProgram, continueWithoutNames } from '../../state/opening/drop-actions.ts'
import { leaveFailure, startOver } from '../../state/opening/open.ts'
import { retry } from '../../state/opening/replace-worker.ts'
import type { Retry } from '../../state/session.ts'
import { FileList } from './FileList.tsx'
import { StartFrame } from './StartFrame.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'

/** Problems that may be gone on a retry. */
const RETRIED: readonly Problem['code'][] = [
  'host/worker-lost',
  'host/part-missing',
  'bytes/unreadable',
  'hosted/unreachable',
]

export function FailedScreen({
  problem,
  files,
  previous,
  retry: what,
}: {
  readonly problem: Problem
  readonly files: readonly OfferedFile[]
  readonly previous: ProfileView | null
  readonly retry: Retry | null
}) {
  const words = problemText(problem)
  const hasGood = files.some((file) => !file.problem && !file.damage)
  // The gmon.out alone still gives numbers by address.
  const canDoWithoutNames =
    (problem.code === 'elf/no-symbols' || problem.code === 'input/executable-missing') &&
    files.some((file) => file.kind === 'profile' && file.problem === null)
  const canRetry = what !== null && RETRIED.includes(problem.code)
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
              <Button look={isBest ? 'primary' : 'button'} key={at} onClick={() => chooseProgram(at)}>
                Open with {name}
              </Button>
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
        {canDoWithoutNames && <Button onClick={continueWithoutNames}>Continue without names</Button>}
        {canRetry && <Button onClick={retry}>Try again</Button>}
        {previous ? (
          <Button onClick={leaveFailure}>Back to {visibleText(previous.name)}</Button>
        ) : (
          <Button look="quiet" onClick={startOver}>
            Start over
          </Button>
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
