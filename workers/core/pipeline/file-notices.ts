// Notices about files that add nothing to the profile.
import { isFallback } from '../base/file-kinds.ts'
import { isSourceCode } from '../base/file-names.ts'
import type { Candidate } from '../inputs/candidates.ts'
import type { Notice, ProblemCode } from '../problems/problem.ts'
import type { OfferedFile } from '../profile-view.ts'

/**
 * A folder has many other files: from this many on, one notice covers all that are neither profile
 * nor program.
 */
const FEW = 3
const OF_NO_USE: readonly ProblemCode[] = [
  'input/unknown-format',
  'input/same-program',
  'elf/not-executable',
  'archive/nothing-of-use',
]

/** Returns notices about unused files, with the reason. */
export function noticesOfFiles(candidates: readonly Candidate[]): readonly Notice[] {
  const files = candidates.map(({ file }) => file)
  const notices: Notice[] = []
  for (const { kind, name } of files) {
    if (isFallback(kind)) notices.push({ code: 'set-aside', file: name, kind })
  }
  const others = files.filter((file) => !isSource(file) && !isModule(file))
  const skipped = others.flatMap(({ kind, problem }) => (kind === 'unknown' && problem ? [problem] : []))
  const unused = others.filter(({ problem }) => problem && OF_NO_USE.includes(problem.code))
  const isMuch = unused.length > FEW
  for (const problem of skipped) {
    if (!isMuch || !OF_NO_USE.includes(problem.code)) notices.push({ code: 'file-skipped', problem })
  }
  if (isMuch) {
    const named = unused.slice(0, FEW).map(({ name }) => name)
    notices.push({ code: 'files-unused', files: named, count: unused.length })
  }
  return notices
}

/** Whether a file is source code; the text of lines is read from it when a person looks at them. */
const isSource = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'input/unknown-format' && isSourceCode(name)

/**
 * Whether a file is a gfortran module: a packed text that lies beside each program with modules.
 */
const isModule = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'archive/nothing-of-use' && /\.s?mod$/i.test(name)
