// What is worth saying about the files offered, before any is read in full.
import type { Candidate } from '../offered/candidates.ts'
import { isSourceCode } from '../base/source-code.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Notice, ProblemCode } from '../problems/problem.ts'
import type { Names } from './read-names.ts'

/** A folder holds a good deal besides: of more than these one word is said of all that is neither profile nor program. */
const FEW = 3
const OF_NO_USE: readonly ProblemCode[] = [
  'input/unknown-format',
  'input/same-program',
  'elf/not-executable',
  'archive/nothing-of-use',
]

/** Files that are left aside, and why. */
export function noticesOfFiles(candidates: readonly Candidate[]): readonly Notice[] {
  const files = candidates.map(({ file }) => file)
  const notices: Notice[] = []
  for (const { kind, name } of files) {
    if (kind === 'listing') notices.push({ code: 'set-aside', file: name, kind: 'listing' })
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

/** The text of lines comes from it, as soon as somebody looks at them. */
const isSource = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'input/unknown-format' && isSourceCode(name)

/** Where names are missing, and what a list of symbols beside the profile was good for. */
export function noticesOfNames({ executable, listed }: Names): readonly Notice[] {
  if (!listed) return executable ? [] : [{ code: 'no-names' }]
  const code = executable && !executable.isListed ? 'symbol-list-unused' : 'symbols-from-list'
  return [{ code, file: listed.file.name }]
}

/** What gfortran keeps of a module's names for whoever uses it: a packed text, beside each program that has modules. */
const isModule = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'archive/nothing-of-use' && /\.s?mod$/i.test(name)
