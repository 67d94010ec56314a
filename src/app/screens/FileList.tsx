// The files offered so far, each with what its content says it is.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatBytes } from '../../../workers/core/reports/quantities.ts'
import { problemText } from '../../../workers/core/reports/words/problem-text.ts'
import { removeFile } from '../../state/open.ts'
import controls from '../../ui/controls.module.css'
import { CheckIcon, CloseIcon, FileIcon } from '../../ui/icons.tsx'
import styles from './file-list.module.css'

const KINDS = {
  executable: 'Program',
  debug: 'Debug information',
  profile: 'Profile data',
  symbols: 'Function names',
  saved: 'Saved profile',
  listing: 'gprof listing',
  unknown: 'Not used',
}

const stateOf = ({ problem, damage }: OfferedFile): 'bad' | 'damaged' | 'good' =>
  problem ? 'bad' : damage ? 'damaged' : 'good'

function FileProblem({ problem }: { readonly problem: Problem }) {
  const words = problemText(problem)
  return (
    <div role="alert" className={styles.problem}>
      <strong>{words.title}.</strong> {words.explanation} {words.remedy}
    </div>
  )
}

export function FileList({
  files,
  told = null,
}: {
  readonly files: readonly OfferedFile[]
  /** Said on the screen already. */
  readonly told?: Problem | null
}) {
  if (files.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Files offered">
      {files.map((file, at) => (
        // Two runs are often both called gmon.out.
        <li key={`${at} ${file.name}`} className={styles.file} data-state={stateOf(file)}>
          <span className={styles.icon}>{stateOf(file) === 'good' ? <CheckIcon /> : <FileIcon />}</span>
          <span className={styles.name}>{file.name}</span>
          <span className={styles.kind}>{KINDS[file.kind]}</span>
          {file.problem && isSame(file.problem, told) ? (
            <span className={styles.detail}>see above</span>
          ) : file.problem ? (
            <FileProblem problem={file.problem} />
          ) : file.damage ? (
            <div className={styles.damaged}>
              <span className={styles.detail}>{file.detail}</span>
              <FileProblem problem={file.damage} />
            </div>
          ) : (
            <span className={styles.detail}>{file.detail}</span>
          )}
          <span className={styles.size}>{formatBytes(file.size)}</span>
          <button
            type="button"
            className={controls.quiet}
            aria-label={`Remove ${file.name}`}
            onClick={() => removeFile(file.name)}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

function isSame(problem: Problem, told: Problem | null): boolean {
  return JSON.stringify(problem) === JSON.stringify(told)
}
