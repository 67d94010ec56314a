// Screens for files that do not open: a file is missing, opening failed, or the program does not match the
// profile.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { continueWithoutNames } from '../../state/opening/drop-actions.ts'
import { startOver } from '../../state/opening/open.ts'
import { FileList } from './FileList.tsx'
import { LinkPreview } from './Landing.tsx'
import { StartFrame } from './StartFrame.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import type { Session } from '../../state/session.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'
import { MismatchScreen } from './MismatchScreen.tsx'
import { FailedScreen } from './FailedScreen.tsx'

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
          <Button onClick={continueWithoutNames}>Continue without names</Button>
        )}
        <Button look="quiet" onClick={startOver}>
          Start over
        </Button>
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
