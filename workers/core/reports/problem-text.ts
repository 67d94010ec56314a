// Words for every Problem and Notice: what we found and where, why that stops us, what would mend it. gprof's words,
// short, and never the person's fault. How to do it in a page or a terminal is added by the host.
import { assertNever } from '../base/assert.ts'
import type { Notice, Problem } from '../problems/problem.ts'
import { formatBytes, formatCount, formatCounted, formatExact, formatFixed, percentOf } from './quantities.ts'

export interface Words {
  readonly title: string
  /** What was found, in which file and at which byte, and why it matters. */
  readonly explanation: string
  /** What to try; "" if nothing needs doing. */
  readonly remedy: string
}

export function problemText(problem: Problem): Words {
  switch (problem.code) {
    case 'input/nothing-given':
      return {
        title: 'No files yet',
        explanation: 'A profile is made of a program and the gmon.out it left behind.',
        remedy: 'Open both together, or one after the other.',
      }
    case 'input/profile-missing':
      return {
        title: 'The profile data is still missing',
        explanation: `${problem.executable} is the program; the numbers are in the gmon.out that it wrote when it ended.`,
        remedy: 'Add the gmon.out. It is in the directory in which the program ran.',
      }
    case 'input/executable-missing':
      return {
        title: 'The program is still missing',
        explanation: `${list(problem.profiles)} holds samples and calls by address; the names are in the program that wrote it.`,
        remedy: 'Add the program, exactly as it was when it ran: not rebuilt, not stripped.',
      }
    case 'input/several-executables':
      return {
        title: 'More than one program',
        explanation: `${list(problem.files)} are all programs, and a profile belongs to one.`,
        remedy: 'Keep the one that wrote the gmon.out, with its own debug file if there is one.',
      }
    case 'input/empty-file':
      return {
        title: `${problem.file} is empty`,
        explanation: `${problem.file} has 0 bytes. A gmon.out is written when a program ends normally, so it may have been killed, or the disk was full.`,
        remedy: 'Run the program until it returns from main or calls exit.',
      }
    case 'input/directory':
      return {
        title: `${problem.file} is a folder with no files to open`,
        explanation: `Nothing that could be a profile or a program was found in ${problem.file}.`,
        remedy: 'Open the gmon.out and the program themselves.',
      }
    case 'input/unknown-format':
      return {
        title: `${problem.file} is not a profile or a program`,
        explanation: `${problem.looksLike === null ? 'Its kind is not known' : `It looks like ${article(problem.looksLike)}`}: it begins with ${bytesOf(problem.firstBytes)} at byte 0. A gmon.out begins with “gmon”, an ELF program with 7f “ELF”.`,
        remedy: 'Open the gmon.out and the program that wrote it.',
      }
    case 'bytes/unreadable':
      return {
        title: `${problem.file} could not be read`,
        explanation: `The file changed, moved or was locked while it was read: ${problem.reason}`,
        remedy: 'If the program ran again in the meantime, open the files once more.',
      }
    case 'bytes/out-of-bounds':
      return {
        title: `${problem.file} ends too early`,
        explanation: `${problem.what} at byte ${at(problem.offset)} needs ${formatCounted(problem.needed, 'byte')}; the file has ${formatCount(problem.size)}.`,
        remedy: 'It may be a partial copy: copy it again and compare the sizes.',
      }
    case 'elf/bad-header':
      return {
        title: `${problem.file} is not a readable ELF program`,
        explanation: `${problem.what} at byte ${at(problem.offset)} is ${formatCount(problem.found)}, which no ELF program has.`,
        remedy: 'It may be damaged, or of a kind not read here. Try a fresh copy.',
      }
    case 'elf/truncated':
      return {
        title: `${problem.file} is cut short`,
        explanation: `${problem.what} at byte ${at(problem.offset)} should have ${formatCounted(problem.expected, 'byte')}; ${formatCount(problem.found)} are there.`,
        remedy: 'It may be a partial copy: copy it again and compare the sizes.',
      }
    case 'elf/no-symbols':
      return {
        title: `${problem.file} has no function names`,
        explanation: problem.stripped
          ? 'It was stripped: its symbol table was removed, so addresses cannot be turned into names.'
          : 'It has no symbol table, so addresses cannot be turned into names.',
        remedy:
          'Open the program as the linker wrote it, before strip (and without -s when linking), or drop beside it its separate debug file, what nm printed of it, or the linker’s map.',
      }
    case 'elf/no-text':
      return {
        title: `${problem.file} has no code`,
        explanation: 'It has no .text section. Files that hold only debug information look like this.',
        remedy: 'Open the program itself.',
      }
    case 'executable/bad-header':
      return {
        title: `${problem.file} is not a readable ${problem.format} program`,
        explanation: `${problem.what} at byte ${at(problem.offset)} is ${formatCount(problem.found)}, which no such program has.`,
        remedy: 'It may be damaged, or of a kind not read here. Try a fresh copy.',
      }
    case 'executable/truncated':
      return {
        title: `${problem.file} is cut short`,
        explanation: `${problem.what} at byte ${at(problem.offset)} should have ${formatCounted(problem.expected, 'byte')}; ${formatCount(problem.found)} are there.`,
        remedy: 'It may be a partial copy: copy it again and compare the sizes.',
      }
    case 'executable/no-symbols':
      return {
        title: `${problem.file} has no function names`,
        explanation: problem.stripped
          ? 'It was stripped, or its names are in a separate file: it has no symbol table, so addresses cannot be turned into names.'
          : 'Its symbol table names no function, so addresses cannot be turned into names.',
        remedy:
          'Open the program as the linker wrote it, before strip. The output of nm or a linker map beside it will do, too.',
      }
    case 'executable/no-text':
      return {
        title: `${problem.file} has no code`,
        explanation: `It has no ${problem.section} section.`,
        remedy: 'Open the program itself.',
      }
    case 'symbols/none-found':
      return {
        title: `${problem.file} names no function`,
        explanation:
          'It looks like a list of symbols, but none of its lines tells the address of a function.',
        remedy: 'Make the list with nm from the program that ran, before strip.',
      }
    case 'input/several-symbol-lists':
      return {
        title: 'More than one list of symbols',
        explanation: `${list(problem.files)} are all lists of symbols, and one program has one.`,
        remedy: 'Keep the one that belongs to the program.',
      }
    case 'elf/address-too-large':
      return {
        title: `${problem.file} uses addresses that are too large`,
        explanation: `${problem.address} is at or above 2⁵³, where numbers here stop being exact.`,
        remedy: 'Programs linked this high (kernels) cannot be opened yet.',
      }
    case 'elf/not-executable':
      return {
        title: `${problem.file} is ${problem.kind === 'core' ? 'a core dump' : 'an object file'}, not a program`,
        explanation:
          problem.kind === 'core'
            ? 'A core dump is the memory of a program that crashed.'
            : 'An object file has not been linked, so its addresses are not those in the profile.',
        remedy: 'Open the linked program that wrote the gmon.out.',
      }
    case 'gmon/truncated-record':
      return {
        title: `${problem.file} is cut short`,
        explanation: `The ${problem.what} at byte ${at(problem.offset)} should have ${formatCounted(problem.expected, 'byte')}; ${formatCount(problem.found)} are there.`,
        remedy:
          'It may be a partial copy, or the disk was full: copy it again, or run the program once more.',
      }
    case 'gmon/bad-tag':
      return {
        title: `${problem.file} has an unknown record`,
        explanation: `At byte ${at(problem.offset)} a record of kind ${problem.tag} begins; only 0 (histogram), 1 (arc) and 2 (basic-block counts) exist. What comes before may be damaged, too.`,
        remedy: 'Try a fresh copy, or run the program once more.',
      }
    case 'gmon/unsupported-version':
      return {
        title: `${problem.file} is of version ${problem.version}`,
        explanation: `At byte ${at(problem.offset)} it says version ${problem.version}; only version 1 is known.`,
        remedy: 'If this is the right file, please report it with the system it comes from.',
      }
    case 'gmon/bad-cookie':
      return {
        title: `${problem.file} is not a profile of the kind that was asked for`,
        explanation: `Its header, from byte ${at(problem.offset)}, does not say what it would have to say.`,
        remedy: 'Leave the format to be found out.',
      }
    case 'gmon/too-short':
      return {
        title: `${problem.file} is too short`,
        explanation: `It has ${formatCounted(problem.size, 'byte')}; a profile’s header alone, from byte ${at(problem.offset)}, needs more.`,
        remedy: 'Run the program once more, until it ends normally.',
      }
    case 'gmon/bad-bsd-header':
      return {
        title: `${problem.file} does not fit its own header`,
        explanation: `The header at byte ${at(problem.offset)} says addresses ${hex(problem.low)} to ${hex(problem.high)} and ${formatCounted(problem.size, 'byte')} of samples, which does not match the file.`,
        remedy: 'It may come from a machine of another word size: open it together with its program.',
      }
    case 'gmon/dimension-changed':
      return {
        title: `${problem.file} counts something else`,
        explanation: `At byte ${at(problem.offset)} samples are “${problem.to}”, before that “${problem.from}”. They cannot be added.`,
        remedy: 'Open profiles of one kind together.',
      }
    case 'gmon/scale-changed':
      return {
        title: `${problem.file} has bins of another size`,
        explanation: `The histogram at byte ${at(problem.offset)} has scale ${formatExact(problem.to)}, before that ${formatExact(problem.from)}. They cannot be added.`,
        remedy: 'Open profiles of the same program and settings together.',
      }
    case 'gmon/overlapping-histograms':
      return {
        title: `${problem.file} covers the same addresses twice`,
        explanation: `The histogram at byte ${at(problem.offset)} overlaps another that covers a different range, so samples cannot be told apart.`,
        remedy: 'Open profiles of one program together.',
      }
    case 'gmon/rate-changed':
      return {
        title: `${problem.file} was sampled at another rate`,
        explanation: `The histogram at byte ${at(problem.offset)} has ${formatExact(problem.to)} samples per second, before that ${formatExact(problem.from)}. They cannot be added.`,
        remedy: 'Open profiles of one machine together.',
      }
    case 'dwarf/damaged':
      return {
        title: `${problem.file} has damaged debugging information`,
        explanation: `In ${problem.section}, at byte ${at(problem.offset)}, the ${problem.what} cannot be right.`,
        remedy: 'Names, times and calls do not need it. Compile and link again with -g to see source lines.',
      }
    case 'dwarf/unsupported':
      return {
        title: `${problem.file} has debugging information that is not read`,
        explanation: `Section ${problem.section} has ${problem.what}.`,
        remedy: 'Compile and link with -gz=none to see source lines.',
      }
    case 'export/too-large':
      return {
        title: `${problem.what} would be too large`,
        explanation: `It would take ${formatBytes(problem.bytes)}, because a record holds counts up to 4,294,967,295 only.`,
        remedy: 'Look at the file that has such counts: they are hardly a program’s.',
      }
    case 'host/worker-lost':
      return {
        title: 'The reader stopped',
        explanation: `It ended before it answered, perhaps for lack of memory. ${problem.message}`,
        remedy: 'Open the files once more. With very large profiles, close other tabs first.',
      }
    case 'host/cancelled':
      return { title: 'Cancelled', explanation: 'Reading was stopped.', remedy: '' }
    case 'bug':
      return {
        title: 'A mistake of ours',
        explanation: `This should not happen, and the files are not the reason: ${problem.message}`,
        remedy: 'Please report it, with the details below.',
      }
    default:
      return assertNever(problem)
  }
}

export function noticeText(notice: Notice): Words {
  switch (notice.code) {
    case 'file-skipped': {
      const words = problemText(notice.problem)
      return { ...words, explanation: `Left out; the rest was used. ${words.explanation}` }
    }
    case 'gmon/truncated-file': {
      const words = problemText(notice.problem)
      return {
        ...words,
        explanation: `${words.explanation} What came before it was kept: ${formatCounted(notice.keptArcs, 'arc')}, ${formatCounted(notice.keptHistograms, 'histogram')}.`,
      }
    }
    case 'no-samples':
      return {
        title: 'No samples',
        explanation:
          'The program was never caught running: every time is 0. Calls are counted exactly all the same.',
        remedy: 'Run it longer or with more input: 100 samples take one second of processor time.',
      }
    case 'few-samples':
      return {
        title: `Only ${formatCounted(notice.samples, 'sample')}`,
        explanation: `With so few, times are off by about ${formatFixed(100 / Math.sqrt(Math.max(1, notice.samples)), 0)} % in the sum, and by more for each function. Calls are exact.`,
        remedy: 'Run the program longer, or open the gmon.out files of several runs together.',
      }
    case 'no-histogram':
      return {
        title: 'No histogram',
        explanation: 'The profile holds calls but no samples, so times are not known.',
        remedy: 'Some systems sample only when asked; otherwise another profiler may hold the timer.',
      }
    case 'empty-profile':
      return {
        title: 'The profile is empty',
        explanation: 'It holds its header and nothing else: no samples and no calls.',
        remedy: 'It may be cut short: copy it again, or run the program once more until it ends by itself.',
      }
    case 'no-arcs':
      return {
        title: 'No calls were counted',
        explanation:
          'There are samples but no arcs: the functions were not compiled with -pg, only linked with it.',
        remedy: 'Compile every file with -pg as well, then run again.',
      }
    case 'outside-program':
      return {
        title: 'Part of the profile lies outside the program',
        explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)} %) and ${formatCount(notice.droppedArcs)} of ${formatCounted(notice.totalArcs, 'arc')} belong to no function. Shared libraries and start-up code look like this.`,
        remedy: 'To see inside libraries, link them statically and compile them with -pg.',
      }
    case 'wrong-executable':
      return {
        title: 'This may not be the program that was measured',
        explanation: `${notice.matched === 0 ? `None of the ${formatCounted(notice.total, 'arc')}` : `Only ${formatCount(notice.matched)} of ${formatCounted(notice.total, 'arc')}`} begin and end in functions of the program${notice.shift === 0 ? '' : `; shifted by ${hex(notice.shift)} they would fit`}. Names and numbers may be wrong.`,
        remedy: 'Open the program as it was when it ran: after a rebuild, addresses change.',
      }
    case 'bins-at-ceiling':
      return {
        title: 'Some times are too low',
        explanation: `${formatCounted(notice.bins, 'bin')} of the histogram stand at 65,535, the most a bin can hold; later samples were lost.`,
        remedy: 'Measure several shorter runs and open their gmon.out files together.',
      }
    case 'time-without-calls':
      return {
        title: `${formatCounted(notice.functions, 'function')} took time that nobody asked for`,
        explanation: `${formatCounted(notice.ticks, 'sample')} fell into functions whose calls were not counted, so their parents are not known and get none of that time.`,
        remedy: 'Compile the files they come from with -pg.',
      }
    case 'profiler-time':
      return {
        title: 'The profiler itself took time',
        explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)} %) fell into the counting of calls. Small functions that are called often look slower than they are.`,
        remedy: 'Compile the smallest functions without -pg, or let them be inlined.',
      }
    case 'odd-rate':
      return {
        title: `An unusual rate: ${formatExact(notice.rate)} samples per second`,
        explanation:
          'Most systems sample 100 times a second. If the rate is wrong, so is every time, by the same factor.',
        remedy: 'Compare the total with the time the program took.',
      }
    case 'rates-differ':
      return {
        title: 'The runs were sampled at different rates',
        explanation: `${notice.file} has ${formatExact(notice.other)} samples per second, the first has ${formatExact(notice.first)}; the first one is used for all.`,
        remedy: 'Open only profiles of one rate together.',
      }
    case 'scale-drift':
      return {
        title: 'Bin borders are not exact',
        explanation: `By the end of the histogram they may be ${formatCounted(notice.bytes, 'byte')} off, as they are in gprof. A sample near a function’s border may count for its neighbour.`,
        remedy: '',
      }
    case 'bsd-format':
      return {
        title: `${notice.file} is in ${notice.dialect === '4.4bsd' ? 'the 4.4BSD' : 'an older BSD'} format`,
        explanation:
          'It has no name for what it counts and, in the oldest form, no rate; gprof’s defaults stand in.',
        remedy: '',
      }
    case 'counter-width':
      return {
        title: `${notice.file} has counters of ${notice.bits} bits`,
        explanation: `Its header says so, as FreeBSD’s can${notice.signed ? ', and that they are signed' : ''}. gprof takes every counter for 16 bits and shows other numbers.`,
        remedy: '',
      }
    case 'symbols-from-list':
      return {
        title: `Function names come from ${notice.file}`,
        explanation:
          'There is no program with symbols of its own. If the list is of another build, names are wrong and nothing tells.',
        remedy: '',
      }
    case 'symbol-list-unused':
      return {
        title: `${notice.file} is not needed`,
        explanation: 'The program has symbols of its own, which say more than a list.',
        remedy: '',
      }
    case 'sources-left-out': {
      const words = problemText(notice.problem)
      return { ...words, explanation: `Some source files and lines are not known. ${words.explanation}` }
    }
    case 'position-independent':
      return {
        title: `The program was loaded elsewhere, by ${hex(notice.shift)}`,
        explanation: 'Addresses in the profile were moved back by that much to find the functions.',
        remedy: '',
      }
    default:
      return assertNever(notice)
  }
}

/** What matters first: wrong numbers, then missing ones, then what is good to know. Lower is more important. */
export function noticeRank(notice: Notice): 0 | 1 | 2 {
  switch (notice.code) {
    case 'wrong-executable':
    case 'file-skipped':
    case 'gmon/truncated-file':
    case 'bins-at-ceiling':
    case 'rates-differ':
      return 0
    case 'no-samples':
    case 'few-samples':
    case 'no-histogram':
    case 'empty-profile':
    case 'no-arcs':
    case 'odd-rate':
    case 'profiler-time':
      return 1
    case 'outside-program':
    case 'time-without-calls':
    case 'scale-drift':
    case 'bsd-format':
    case 'counter-width':
    case 'symbols-from-list':
    case 'symbol-list-unused':
    case 'sources-left-out':
    case 'position-independent':
      return 2
    default:
      return assertNever(notice)
  }
}

function list(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ')
  return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}

function at(offset: number): string {
  return formatCount(offset)
}

function hex(value: number): string {
  return `${value < 0 ? '-' : ''}0x${Math.abs(value).toString(16)}`
}

function bytesOf(firstBytes: string): string {
  return firstBytes.match(/../g)?.join(' ') ?? 'nothing'
}

function article(what: string): string {
  if (what === 'text') return 'text'
  return /^[aeiou]/i.test(what) ? `an ${what}` : `a ${what}`
}
