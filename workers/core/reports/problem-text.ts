// Words for every Problem and Notice: what we found and where, why that stops us, what would mend it. gprof's words,
// short, and never the person's fault. How to do it in a page or a terminal is added by the host.
import { assertNever } from '../base/assert.ts'
import { textOfBinary } from '../base/string-table.ts'
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
    case 'input/several-listings':
      return {
        title: 'More than one gprof listing',
        explanation: `${list(problem.files)} are all listings, and each is a profile of its own.`,
        remedy: 'Open one of them; another can then be dropped on it to be compared.',
      }
    case 'archive/damaged':
      return {
        title: `${problem.file} is damaged`,
        explanation: `Its ${problem.what} cannot be unpacked, or does not come to what the archive says.`,
        remedy: 'It may be a partial copy: fetch it again, or unpack it and drop the files themselves.',
      }
    case 'archive/too-large':
      return {
        title: `${problem.file} unpacks to too much`,
        explanation: `All that is dropped together may unpack to ${formatBytes(problem.limit)}; this is more.`,
        remedy: 'Unpack it and drop the program and its gmon.out themselves.',
      }
    case 'archive/too-many':
      return {
        title: `${problem.file} holds too many files`,
        explanation: `It holds ${formatCount(problem.members)}; ${formatCount(problem.limit)} are looked through at most.`,
        remedy: 'Unpack it and drop the program and its gmon.out themselves.',
      }
    case 'archive/encrypted':
      return {
        title: `${problem.file} is encrypted`,
        explanation: `${counted(problem)} cannot be read without a password.`,
        remedy: 'Unpack it and drop the files themselves.',
      }
    case 'archive/unsupported':
      return {
        title: `${problem.file} is packed in a way that is not read`,
        explanation: `${counted(problem)}: ${problem.what}. Zip with Deflate, gzip and tar are read.`,
        remedy: 'Unpack it and drop the files themselves.',
      }
    case 'archive/nothing-of-use':
      return {
        title: `${problem.file} holds no profile and no program`,
        explanation: `Of its ${formatCounted(problem.members, 'file')}, none is a gmon.out, a program, a list of symbols or a gprof listing.`,
        remedy: 'Pack the gmon.out together with the program that wrote it.',
      }
    case 'listing/nothing-found':
      return {
        title: `${problem.file} has no row of a profile`,
        explanation: 'It has headings like a listing of gprof’s, but nothing stands below them.',
        remedy: 'Copy all of the listing, from the first heading to the end of the index.',
      }
    case 'listing/not-comparable':
      return {
        title: `${problem.file} cannot be compared`,
        explanation: 'It was made with -l: its rows are lines of source files, and here they are functions.',
        remedy: 'Make the listing without -l.',
      }
    case 'listing/no-samples':
      return {
        title: `${problem.what} cannot be written`,
        explanation: 'The profile comes from a gprof listing, which has no samples and no addresses.',
        remedy: 'Open the gmon.out and its program.',
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
    case 'input/saved-not-alone':
      return {
        title: 'A saved profile is opened alone',
        explanation: `${list(problem.files)} came together; a saved profile holds all that is needed, and nothing can be added to it.`,
        remedy: 'Open the saved profile by itself, or the program and its gmon.out files without it.',
      }
    case 'saved/damaged':
      return {
        title: `${problem.file} is damaged`,
        explanation: `It begins like a saved profile, but ${problem.what}.`,
        remedy: 'It may be a partial copy: copy or download it again.',
      }
    case 'saved/newer-version':
      return {
        title: `${problem.file} was saved by a newer gmonscope`,
        explanation: `It is of version ${problem.version}; versions up to ${problem.known} can be opened here.`,
        remedy: 'Reload the page, or update gmonscope.',
      }
    case 'saved/too-large':
      return {
        title: `${problem.file} would take too much memory`,
        explanation: `Decompressed it would be ${formatBytes(problem.bytes)} or more; from a file of its size up to ${formatBytes(problem.limit)} are taken.`,
        remedy: 'No profile compresses that far: do not trust where it comes from.',
      }
    case 'hosted/bad-address':
      return {
        title: 'This link cannot be followed',
        explanation: `It names a profile at ${problem.address}, but ${problem.why}.`,
        remedy: 'Ask for the link again, or download the file and drop it here.',
      }
    case 'hosted/unreachable':
      return {
        title: 'The profile could not be fetched',
        explanation: `${problem.address} did not answer, or its server does not allow other pages to read it.`,
        remedy:
          'Download the file and drop it here. Who hosts it can allow pages to read it with the header Access-Control-Allow-Origin: *',
      }
    case 'hosted/refused':
      return {
        title: problem.status === 404 ? 'The profile is not there' : 'The server refused to give the profile',
        explanation: `${problem.address} answered with status ${problem.status}.`,
        remedy:
          'It may have been moved, or be there only for those who are signed in: download it and drop it here.',
      }
    case 'hosted/redirected':
      return {
        title: 'The profile lies elsewhere',
        explanation: `${problem.address} sends on to another address, which was not agreed to.`,
        remedy: 'Put the final address into the link, or download the file and drop it here.',
      }
    case 'hosted/too-large':
      return {
        title: 'The hosted file is too large',
        explanation: `${problem.address} has ${formatBytes(problem.bytes)} or more; up to ${formatBytes(problem.limit)} are fetched.`,
        remedy: 'Download the file and drop it here.',
      }
    case 'export/left-out':
      return {
        title: `There is no ${problem.what} to save`,
        explanation: `This profile was saved without what ${problem.what} is made of.`,
        remedy: 'Open the files that it was made from.',
      }
    case 'export/too-large':
      return {
        title: `${problem.what} would be too large`,
        explanation: `It would take ${formatBytes(problem.bytes)}, because a record holds counts up to 4,294,967,295 only.`,
        remedy: 'Look at the file that has such counts: they are hardly a program’s.',
      }
    case 'export/no-time':
      return {
        title: 'There is no time to write',
        explanation: `${problem.what} holds times, and what is shown of this profile has none: no samples, or all of them left out.`,
        remedy: 'Calls without times are in the gprof listing, in JSON and in DOT.',
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
    case 'functions-hidden':
      return {
        title: `${formatCounted(notice.functions, 'function')} counted for a neighbour`,
        explanation: `gprof passes over local functions with names such as ${list(notice.names)}, which compilers split off: their calls and samples are those of the function before them in memory. So they are here, for the numbers are gprof's.`,
        remedy: 'Where a function seems to be called by strangers, this is why; with -O1 fewer are split.',
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
    case 'shared-in-part':
      return {
        title: 'Some of this profile was left out on purpose',
        explanation: partsLeftOut(notice),
        remedy: '',
      }
    case 'saved-notices-unknown':
      return {
        title: `${formatCounted(notice.notices, 'notice')} cannot be shown`,
        explanation:
          'The profile was saved by another version of gmonscope, whose notices are not known here.',
        remedy: 'Reload the page, or update gmonscope.',
      }
    case 'listing-opened':
      return {
        title: 'Opened from a gprof listing',
        explanation:
          'Every number is the listing’s own, rounded as it was printed: times to 0.01 s. The text has no samples, no addresses and no source lines, and functions without time and calls are not in it.' +
          (notice.parts === 'flat'
            ? ' It has no call graph: who calls whom is not known.'
            : notice.parts === 'graph'
              ? ' It has no flat profile: times per call are not known.'
              : '') +
          ' What-ifs are worked out anew from the rounded numbers.',
        remedy: 'Open the gmon.out and its program for all of it.',
      }
    case 'listing-unread':
      return {
        title: `${formatCounted(notice.lines, 'line')} of the listing could not be read`,
        explanation: `The first is line ${formatCount(notice.line)}: “${textOfBinary(notice.text.trim())}”. The rest of ${notice.file} was used.`,
        remedy: 'Long lines may have been wrapped on the way: attach the file rather than its text.',
      }
    case 'listing-cut':
      return {
        title: 'The listing ends early',
        explanation: `${notice.file} ends within the call graph or before its index; what was there is shown.`,
        remedy: 'Copy all of it, up to the index of names.',
      }
    case 'set-aside':
      return notice.kind === 'listing'
        ? {
            title: `${notice.file} was not needed`,
            explanation: 'It is a gprof listing, and the profile itself says more.',
            remedy: 'Drop it once more to see every line in which it differs.',
          }
        : {
            title: `${notice.file} was not needed`,
            explanation: 'What is shown comes from a listing, which has its names already.',
            remedy: 'Add the gmon.out to see the profile itself.',
          }
    default:
      return assertNever(notice)
  }
}

function partsLeftOut(notice: Extract<Notice, { code: 'shared-in-part' }>): string {
  const parts = [
    notice.names === 'shortened' && 'Function names are shortened.',
    notice.names === 'replaced' && 'Function names are replaced by f1, f2 and so on.',
    notice.directories && 'Directories are cut off the paths.',
    notice.sources && 'Source files and lines are left out.',
    notice.notices && 'Other notices are left out.',
    notice.unused > 0 &&
      `${formatCounted(notice.unused, 'function')} that took no time and were not called are left out.`,
    notice.functions > 0 &&
      `The ${formatCounted(notice.functions, 'smallest function')}, with ${formatExact(notice.ticks)} samples of their own, stand together as one, and what their callers inherited from them is missing.`,
  ]
  return `Whoever saved it chose so. ${parts.filter((part) => part !== false).join(' ')}`
}

/** What matters first: wrong numbers, then missing ones, then what is good to know. Lower is more important. */
export function noticeRank(notice: Notice): 0 | 1 | 2 {
  switch (notice.code) {
    case 'wrong-executable':
    case 'file-skipped':
    case 'gmon/truncated-file':
    case 'bins-at-ceiling':
    case 'rates-differ':
    case 'shared-in-part':
    case 'listing-cut':
    case 'listing-unread':
      return 0
    case 'no-samples':
    case 'few-samples':
    case 'no-histogram':
    case 'empty-profile':
    case 'no-arcs':
    case 'odd-rate':
    case 'profiler-time':
    case 'functions-hidden':
    case 'listing-opened':
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
    case 'saved-notices-unknown':
    case 'set-aside':
      return 2
    default:
      return assertNever(notice)
  }
}

function counted({ members, first }: { readonly members: number; readonly first: string }): string {
  return members === 1 ? first : `${first} and ${formatCounted(members - 1, 'more file', 'more files')}`
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
