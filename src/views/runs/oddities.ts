// What is odd of a run, in a word; the notices have the evidence and what to do.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'

/** By the run's file name. Of several files of one name it is not known which of them it is. */
export function odditiesOf({ notices }: ProfileView): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const notice of notices) {
    const [file, word] = oddityIn(notice)
    if (file !== '') words.set(file, word)
  }
  return words
}

function oddityIn(notice: Notice): readonly [file: string, word: string] {
  switch (notice.code) {
    case 'odd-run':
      return [notice.file, 'another build?']
    case 'run-twice':
      return [notice.file, 'counted twice?']
    case 'gmon/truncated-file':
      return ['file' in notice.problem ? notice.problem.file : '', 'cut short']
    default:
      return ['', '']
  }
}
