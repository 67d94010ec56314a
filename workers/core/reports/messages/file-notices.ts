// Notices about the input files: what was skipped, or what a listing or a saved profile lacks.
import type { NoticeOf } from '../../problems/problem.ts'
import { formatCount, formatCounted, formatExact } from '../../quantities.ts'
import { problemText } from './problems.ts'
import { WRONG_NUMBERS, GOOD_TO_KNOW, MISSING_NUMBERS, type NoticeRows } from './notice-rows.ts'

export const FILE_NOTICES = {
  'file-skipped': {
    rank: WRONG_NUMBERS,
    words: (notice) => {
      const { problem } = notice
      const words = problemText(problem)
      // The readable part of an archive is used: files before the damage, files that are not
      // encrypted.
      const isUsed = problem.code.startsWith('archive/') && problem.code !== 'archive/nothing-of-use'
      const used = isUsed ? 'Used as far as it can be read.' : 'Left out; the rest was used.'
      return { ...words, explanation: `${used} ${words.explanation}` }
    },
  },
  'files-unused': {
    rank: GOOD_TO_KNOW,
    words: ({ files, count }) => ({
      title: `${formatCounted(count, 'file')} were not needed`,
      explanation: `${files.join(', ')} and ${formatCount(count - files.length)} more are no profile and no other program.`,
      remedy: '',
    }),
  },
  'shared-in-part': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'Parts of this profile were left out',
      explanation: partsLeftOut(notice),
      remedy: '',
    }),
  },
  'saved-notices-unknown': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `${formatCounted(notice.notices, 'notice')} cannot be shown`,
      explanation: 'The profile was saved by another version of gmonscope, whose notices are not known here.',
      remedy: 'Reload the page, or update gmonscope.',
    }),
  },
  'listing-opened': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: 'Opened from a gprof listing',
      explanation:
        'Every number is the listing’s own, rounded as it was printed: times to 0.01 s. The text has no samples, no addresses and no source lines, and functions without time and calls are not in it.' +
        (notice.parts === 'flat'
          ? ' It has no call graph: who calls whom is not known.'
          : notice.parts === 'graph'
            ? ' It has no flat profile: times per call are not known.'
            : '') +
        ' What-ifs are computed from the rounded numbers.',
      remedy: 'Open the gmon.out and its program for all of it.',
    }),
  },
  'listing-unread': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: `${formatCounted(notice.lines, 'line')} of the listing could not be read`,
      explanation: `The first is line ${formatCount(notice.line)}: “${notice.text.trim()}”. The rest of ${notice.file} was used.`,
      remedy: 'Long lines may have been wrapped on the way: attach the file rather than its text.',
    }),
  },
  'listing-headless': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The listing’s beginning is missing',
      explanation: `${notice.file} lacks the first functions, which take the most time; what was there is shown.`,
      remedy: 'Copy all of it, from its first heading on.',
    }),
  },
  'listing-cut': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The listing ends early',
      explanation: `${notice.file} ends within the call graph or before its index; what was there is shown.`,
      remedy: 'Copy all of it, up to the index of names.',
    }),
  },
  'listing-again': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'A second listing follows',
      explanation: `Another begins at line ${formatCount(notice.line)} of ${notice.file}. Of each part the first is shown.`,
      remedy: 'To see the other, save it as a file of its own.',
    }),
  },
  'listing-conflict': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The listing holds a merge conflict',
      explanation: `It begins at line ${formatCount(notice.line)} of ${notice.file}: “${notice.mark}”. The first side of each conflict is shown, the other is left out.`,
      remedy: 'Resolve the conflict, or save each side as a file of its own.',
    }),
  },
  'set-aside': {
    rank: GOOD_TO_KNOW,
    words: (notice) =>
      notice.kind === 'listing'
        ? {
            title: `${notice.file} was not needed`,
            explanation: 'It is a gprof listing, and the profile itself says more.',
            remedy: 'Drop it once more to see every line in which it differs.',
          }
        : {
            title: `${notice.file} was not needed`,
            explanation: 'What is shown comes from a listing, which has its names already.',
            remedy: 'Add the gmon.out to see the profile itself.',
          },
  },
} satisfies Partial<NoticeRows>

function partsLeftOut(notice: NoticeOf<'shared-in-part'>): string {
  const parts = [
    notice.names === 'shortened' && 'Function names are shortened.',
    notice.names === 'replaced' && 'Function names are replaced by f1, f2 and so on.',
    notice.directories && 'Directories are cut off the paths.',
    notice.sources && 'Source files and lines are left out.',
    notice.notices && 'Other notices are left out.',
    notice.unused > 0 &&
      `Functions that took no time and were not called are left out: ${formatCount(notice.unused)}.`,
    notice.functions > 0 &&
      `The ${formatCounted(notice.functions, 'smallest function')}, with ${formatExact(notice.ticks)} self samples, are merged into one, and their callers lack the time inherited from them.`,
  ]
  return `This was chosen when it was saved. ${parts.filter((part) => part !== false).join(' ')}`
}
