// Some files are there and something is missing: what each file is, what it tells on its own, and what comes next.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { continueWithoutNames } from '../../state/opening/drop-actions.ts'
import { startOver } from '../../state/opening/open.ts'
import controls from '../../ui/controls.module.css'
import { FileList } from './FileList.tsx'
import { LinkPreview } from './LinkPreview.tsx'
import { OpenFiles } from '../opening/OpenFiles.tsx'
import { StartFrame } from './StartFrame.tsx'
import styles from './start.module.css'

export function OfferedScreen({
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
          Without the program there are times and calls for addresses: each that was called is a function of
          unknown name, and code that no counted call leads to counts for the one before it.
        </p>
      )}
    </StartFrame>
  )
}
