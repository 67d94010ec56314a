// Words for every Problem: what we found and where, why that stops us, what would mend it. gprof's words, short, and
// never the person's fault. How to do it in a page or a terminal is added by the host.
import { isAbout, type Problem } from '../../problems/problem.ts'
import { fileProblemText } from './file-problems.ts'
import { hostProblemText } from './host-problems.ts'
import { profileProblemText } from './profile-problems.ts'
import { programProblemText } from './program-problems.ts'
import { visibleWords, type Words } from './words.ts'

export const problemText = (problem: Problem): Words => visibleWords(wordsFor(problem))

function wordsFor(problem: Problem): Words {
  if (isAbout(problem, 'input', 'bytes', 'archive')) return fileProblemText(problem)
  if (isAbout(problem, 'elf', 'executable', 'symbols', 'dwarf')) return programProblemText(problem)
  if (isAbout(problem, 'gmon', 'listing', 'saved')) return profileProblemText(problem)
  return hostProblemText(problem)
}
