// The files offered so far, each with its kind as detected from its content.
import { createContext, useContext } from 'react'
import { CheckIcon, CloseIcon, FileIcon, IconButton, NoticeIcon } from '../../ui/icons.tsx'
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { FILE_KINDS } from '../../../workers/core/base/file-kinds.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatBytes } from '../../../workers/core/quantities.ts'
import { matchWords } from '../../../workers/core/reports/messages/program-match.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { removeFile } from '../../state/opening/drop-actions.ts'
import { keepCounts } from '../../ui/keep-units.ts'
import { LongList } from '../../ui/LongList.tsx'
import styles from './start.module.css'

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

/**
 * Few enough that the actions below stay in view. If there are more files, those with problems come
 * first.
 */
const SHOWN = 6

const rankOf = ({ kind, problem, damage }: OfferedFile): number =>
  problem ? 0 : damage ? 1 : kind === 'profile' ? 3 : 2

/** The problem that the screen already shows. */
const ShownProblem = createContext<Problem | null>(null)
/** Whether the files may not belong together, so that none of them is marked as good. */
const Doubt = createContext(false)

export function FileList({
  files,
  shownProblem = null,
  isDoubtful = false,
}: {
  readonly files: readonly OfferedFile[]
  /** Whether the screen says that the files do not fit each other. */
  readonly isDoubtful?: boolean
  /** The problem that the screen already shows, which is not repeated. */
  readonly shownProblem?: Problem | null
}) {
  if (files.length === 0) return null
  // If there are too many programs, they are the files to act on.
  const isOfPrograms = shownProblem?.code === 'input/several-executables'
  const rank = (file: OfferedFile) => (isOfPrograms && file.kind === 'executable' ? -1 : rankOf(file))
  const items = files.length > SHOWN ? files.toSorted((a, b) => rank(a) - rank(b)) : files
  return (
    <ShownProblem value={shownProblem}>
      <Doubt value={isDoubtful}>
        <LongList items={items} shown={SHOWN} Line={FileLine} className={styles.list} label="Files offered" />
      </Doubt>
    </ShownProblem>
  )
}

function FileLine({ item: file }: { readonly item: OfferedFile }) {
  const name = visibleText(file.name)
  const detail = keepCounts(visibleText(file.detail))
  const shownProblem = useContext(ShownProblem)
  const isDoubtful = useContext(Doubt) && stateOf(file) === 'good'
  return (
    <li className={styles.file} data-state={stateOf(file)}>
      <span className={styles.icon} data-doubtful={isDoubtful || undefined}>
        {isDoubtful ? <NoticeIcon /> : stateOf(file) === 'good' ? <CheckIcon /> : <FileIcon />}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.kind}>{FILE_KINDS[file.kind].label}</span>
      {shownProblem && isSame(file.problem ?? file.damage, shownProblem) ? (
        <span className={styles.detail}>see above</span>
      ) : file.problem ? (
        <FileProblem problem={file.problem} />
      ) : file.damage ? (
        <div className={styles.damaged}>
          <span className={styles.detail}>{detail}</span>
          <FileProblem problem={file.damage} />
        </div>
      ) : (
        <span className={styles.detail}>
          {detail}
          {file.match && file.match.total > 0 && (
            <>
              {'\u00a0· '}
              <span className={styles.match}>{matchWords(file.match)} match</span>
            </>
          )}
        </span>
      )}
      <span className={styles.size}>{formatBytes(file.size)}</span>
      <IconButton label={`Remove ${name}`} onClick={() => removeFile(file)}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

function isSame(problem: Problem | undefined, shownProblem: Problem): boolean {
  return JSON.stringify(problem) === JSON.stringify(shownProblem)
}
