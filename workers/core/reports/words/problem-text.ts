// Words for every Problem: what we found and where, why that stops us, what would mend it. gprof's words, short, and
// never the person's fault. How to do it in a page or a terminal is added by the host.
import type { Problem } from '../../problems/problem.ts'
import { FILE_PROBLEMS } from './file-problems.ts'
import { HOST_PROBLEMS } from './host-problems.ts'
import { PROFILE_PROBLEMS } from './profile-problems.ts'
import { PROGRAM_PROBLEMS } from './program-problems.ts'
import { visibleWords, type Words, type WordsByCode } from './words.ts'

const WORDS: WordsByCode<Problem> = {
  ...FILE_PROBLEMS,
  ...PROGRAM_PROBLEMS,
  ...PROFILE_PROBLEMS,
  ...HOST_PROBLEMS,
}

export function problemText(problem: Problem): Words {
  // That a code's words take the problem of that code, the compiler does not see.
  const words = WORDS[problem.code] as (problem: Problem) => Words
  return visibleWords(words(problem))
}
