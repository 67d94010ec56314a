// Problems of a profile: a gmon.out, a listing, a saved profile.
import type { ProblemIn } from '../../problems/problem.ts'
import { formatBytes, formatCount, formatCounted, formatGeneral } from '../../quantities.ts'
import { at, hex, type MessageByCode } from './message.ts'

const SEPARATELY = 'Open profiles of one build together. Opened alone, each shows whether the program fits.'

export const PROFILE_PROBLEMS: MessageByCode<ProblemIn<'gmon' | 'listing' | 'saved'>> = {
  'gmon/truncated-record': (problem) => ({
    title: `${problem.file} is cut short`,
    explanation: `The ${problem.what} at byte ${at(problem.offset)} should have ${formatCounted(problem.expected, 'byte')}; ${formatCount(problem.found)} are there.`,
    remedy: 'It may be a partial copy, or the disk was full: copy it again, or run the program once more.',
  }),
  'gmon/ends-early': (problem) => ({
    title: `${problem.file} ends early`,
    explanation: `As far as is known without the program, it ends within its ${problem.what}, from byte ${at(problem.offset)}: it has ${formatCounted(problem.size, 'byte')}, and ${problem.kept ? 'what comes before is whole' : 'nothing before is whole'}.`,
    remedy: problem.kept
      ? 'Add the program to see what is there; for the rest, copy it again and compare the sizes, or run the program once more.'
      : 'Copy it again and compare the sizes, or run the program once more, until it ends normally.',
  }),
  'gmon/bad-tag': (problem) => ({
    title: `${problem.file} has an unknown record`,
    explanation: `At byte ${at(problem.offset)} a record of kind ${problem.tag} begins; only 0 (histogram), 1 (arc) and 2 (basic-block counts) exist. What comes before may be damaged, too.`,
    remedy: 'Try a fresh copy, or run the program once more.',
  }),
  'gmon/zeros': (problem) => ({
    title: `${problem.file} continues with zeros`,
    explanation: `From byte ${at(problem.offset)} on there are zeros, no record: space that a disk or a download reserved. Data before it may be incomplete or damaged at its end.`,
    remedy: 'Try a fresh copy, or run the program once more.',
  }),
  'gmon/unsupported-version': (problem) => ({
    title: `${problem.file} is of version ${problem.version}`,
    explanation: `At byte ${at(problem.offset)} it says version ${problem.version}; only version 1 is known.`,
    remedy: 'If this is the right file, please report it with the system it comes from.',
  }),
  'gmon/bad-cookie': (problem) => ({
    title: `${problem.file} is not a profile of the kind that was asked for`,
    explanation: `Its header, from byte ${at(problem.offset)}, is not a header of that kind.`,
    remedy: 'Let gmonscope detect the format.',
  }),
  'gmon/too-short': (problem) => ({
    title: `${problem.file} is too short`,
    explanation: `It has ${formatCounted(problem.size, 'byte')}; a profile’s header alone, from byte ${at(problem.offset)}, needs more.`,
    remedy: 'It may be a partial copy: copy it again, or run the program once more, until it ends normally.',
  }),
  'gmon/bad-bsd-header': (problem) => ({
    title: `${problem.file} does not fit its own header`,
    explanation: `The header at byte ${at(problem.offset)} says addresses ${hex(problem.low)} to ${hex(problem.high)} and ${formatCounted(problem.size, 'byte')} of samples, which does not match the file.`,
    remedy: 'It may come from a machine of another word size: open it together with its program.',
  }),
  'gmon/other-target': (problem) => ({
    title: `${problem.file} is not of this program`,
    explanation: `A ${problem.profile} program wrote it; the one here is ${problem.program}.`,
    remedy:
      'Open it with the program that wrote it: often that of another machine, such as a board, not the same built for this one.',
  }),
  'gmon/dimension-changed': (problem) => ({
    title: `${problem.file} counts something else`,
    explanation: `At byte ${at(problem.offset)} samples are “${problem.to}”, before that “${problem.from}”. They cannot be added.`,
    remedy: 'Open profiles of one kind together.',
  }),
  'gmon/scale-changed': (problem) => ({
    title: `${problem.file} has bins of another size`,
    explanation: `The histogram at byte ${at(problem.offset)} has scale ${formatGeneral(problem.to)}, before that ${formatGeneral(problem.from)}. They cannot be added: one of them is most likely of another build.`,
    remedy: SEPARATELY,
  }),
  'gmon/overlapping-histograms': (problem) => ({
    title: `${problem.file} covers another range of addresses`,
    explanation: `The histogram at byte ${at(problem.offset)} overlaps one that came before and is not the same. They cannot be added: one of them is most likely of another build.`,
    remedy: SEPARATELY,
  }),
  'gmon/rate-changed': (problem) => ({
    title: `${problem.file} was sampled at another rate`,
    explanation: `The histogram at byte ${at(problem.offset)} has ${formatGeneral(problem.to)} samples per second, before that ${formatGeneral(problem.from)}. They cannot be added.`,
    remedy: 'Open profiles of one machine together.',
  }),
  'listing/nothing-found': (problem) => ({
    title: `${problem.file} has no row of a profile`,
    explanation: 'It has headings like a listing of gprof’s, but no rows.',
    remedy: 'Copy all of the listing, from the first heading to the end of the index.',
  }),
  'listing/not-comparable': (problem) => ({
    title: `${problem.file} cannot be compared`,
    explanation: 'It was made with -l: its rows are lines of source files, and here they are functions.',
    remedy: 'Make the listing without -l.',
  }),
  'listing/no-samples': (problem) => ({
    title: `${problem.what} cannot be written`,
    explanation: 'The profile comes from a gprof listing, which has no samples and no addresses.',
    remedy: 'Open the gmon.out and its program.',
  }),
  'saved/damaged': (problem) => ({
    title: `${problem.file} is damaged`,
    explanation: `It begins like a saved profile, but ${problem.what}.`,
    remedy: 'It may be a partial copy: copy or download it again.',
  }),
  'saved/newer-version': (problem) => ({
    title: `${problem.file} was saved by a newer gmonscope`,
    explanation: `It is of version ${problem.version}; versions up to ${problem.known} can be opened here.`,
    remedy: 'Reload the page, or update gmonscope.',
  }),
  'saved/too-large': (problem) => ({
    title: `${problem.file} would take too much memory`,
    explanation: `Decompressed it would be ${formatBytes(problem.bytes)} or more; for a file of its size the limit is ${formatBytes(problem.limit)}.`,
    remedy: 'No real profile compresses that well: do not trust where it comes from.',
  }),
}
