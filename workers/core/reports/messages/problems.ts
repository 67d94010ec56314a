// The message of every problem: what was found and where, why it matters, and what to do. Some
// are gprof's own words.
import { decodeUtf8, visibleText } from '../../base/string-table.ts'
import { FIRST_BYTES } from '../../problems/problem-error.ts'
import type { Problem, ProblemIn } from '../../problems/problem.ts'
import { formatBytes, formatCount, formatCounted, formatGeneral } from '../quantities.ts'
import { at, hex, list, type Message, type MessageByCode, visibleMessage } from './message.ts'
import { isMismatch, type MatchScore } from '../../profile/match-score.ts'

function remedyFor(looksLike: string): string {
  if (ARCHIVE.test(looksLike)) return 'Unpack it and open the files themselves.'
  if (looksLike === 'gprof listing') return 'Copy gprof’s output unchanged, with nothing before its lines.'
  if (OF_OBJDUMP.test(looksLike)) return 'Open the program itself, or what nm prints of it.'
  if (IMAGE.test(looksLike)) return 'It holds no names: open the ELF program that it was made of.'
  return 'Open the gmon.out and the program that wrote it.'
}

const OF_OBJDUMP = /\((?:objdump|readelf)\)$/
/** Files for writing to a board's memory. */
const IMAGE = /^(?:Intel hex|Motorola S-record) file$/
/** Descriptions of archives that can be unpacked: "zstd archive", "archive (xz)"; not libraries. */
const ARCHIVE = /^(?:\S+ archive$|archive \()/

const FILE_PROBLEMS: MessageByCode<ProblemIn<'input' | 'bytes' | 'archive' | 'dump'>> = {
  'input/nothing-given': () => ({
    title: 'No files yet',
    explanation: 'A profile needs a program and its gmon.out.',
    remedy: 'Open both together, or one after the other.',
  }),
  'input/profile-missing': (problem) =>
    problem.isLinked
      ? {
          title: 'The profile data is still missing',
          explanation: `${problem.executable} is the program; the numbers are in the gmon.out that it writes when it ends normally.`,
          remedy: 'Add the gmon.out. It is in the directory in which the program ran.',
        }
      : {
          title: `${problem.executable} was not linked with -pg`,
          explanation:
            'The numbers are in the gmon.out that a program writes when it ends; this one writes none.',
          remedy: 'Compile and link it with -pg, run it until it ends, and open it with its gmon.out.',
        },
  'input/executable-missing': (problem) => ({
    title: 'The program is still missing',
    explanation: `${list(problem.profiles)} ${problem.profiles.length === 1 ? 'holds' : 'hold'} samples and calls by address; the names are in the program that wrote ${problem.profiles.length === 1 ? 'it' : 'them'}.`,
    remedy: 'Add the program, exactly as it was when it ran: not rebuilt, not stripped.',
  }),
  'input/several-executables': (problem) => ({
    title: 'More than one program',
    explanation: `${areAll(problem.files)} programs, and a profile belongs to one.`,
    remedy: 'Keep the one that wrote the gmon.out, with its own debug file if there is one.',
  }),
  'input/same-program': (problem) => ({
    title:
      problem.file === problem.same
        ? `${problem.file} is there twice`
        : `${problem.file} is ${problem.same} once more`,
    explanation: 'One of them is enough.',
    remedy: '',
  }),
  'input/empty-file': (problem) => ({
    title: `${problem.file} is empty`,
    explanation: `${problem.file} has 0 bytes. A gmon.out is written when a program ends normally, so it may have been killed, or the disk was full.`,
    remedy: 'Run the program until it returns from main or calls exit.',
  }),
  'input/directory': (problem) => ({
    title: `${problem.file} is a folder with no files to open`,
    explanation: `Nothing that could be a profile or a program was found in ${problem.file}.`,
    remedy: 'Open the gmon.out and the program themselves.',
  }),
  'input/too-many-files': (problem) => ({
    title: `${problem.file} is a folder with more than ${formatCount(problem.limit)} files`,
    explanation: `No more are opened at once, and which of them belong together is not known. None has been opened.`,
    remedy: 'Open the program and its gmon.out files themselves, or a folder with little else.',
  }),
  'input/unknown-format': (problem) => ({
    title: `${problem.file} is not a profile or a program`,
    explanation: `${problem.looksLike === null ? 'Its kind is not known' : `It looks like ${article(problem.looksLike)}`}: it begins with ${bytesOf(problem.firstBytes)} at byte 0. A gmon.out begins with “gmon”, an ELF program with 7f “ELF”.`,
    remedy: remedyFor(problem.looksLike ?? ''),
  }),
  'input/several-symbol-lists': (problem) => ({
    title: 'More than one list of symbols',
    explanation: `${areAll(problem.files)} lists of symbols, and one program has one.`,
    remedy: 'Keep the one that belongs to the program.',
  }),
  'input/several-listings': (problem) => ({
    title: 'More than one gprof listing',
    explanation: `${areAll(problem.files)} listings, and each is a profile of its own.`,
    remedy: 'Open one of them; another can then be dropped on it to be compared.',
  }),
  'input/saved-not-alone': (problem) => ({
    title: 'A saved profile is opened alone',
    explanation: `${list(problem.files)} came together; a saved profile holds all that is needed, and nothing can be added to it.`,
    remedy: 'Open the saved profile by itself, or the program and its gmon.out files without it.',
  }),
  'bytes/cannot-open': (problem) => ({
    title: `${problem.file} cannot be opened: ${problem.reason}`,
    explanation: '',
    remedy: 'Check its name, the folder it is in, and who may read it.',
  }),
  'bytes/unreadable': (problem) => ({
    title: `${problem.file} could not be read`,
    explanation: `The file changed, moved or was locked while it was read: ${problem.reason}`,
    remedy: 'If the program ran again in the meantime, open the files once more.',
  }),
  'bytes/out-of-bounds': (problem) => ({
    title: `${problem.file} ends too early`,
    explanation: `${problem.what} at byte ${at(problem.offset)} needs ${formatCounted(problem.needed, 'byte')}; the file has ${formatCount(problem.size)}.`,
    remedy: 'It may be a partial copy: copy it again and compare the sizes.',
  }),
  'bytes/table-too-large': (problem) => ({
    title: `${problem.file} has a table that is too large`,
    explanation: `Size of its ${problem.what}: ${formatBytes(problem.size)}. Tables of more than ${formatBytes(problem.limit)} are not read.`,
    remedy: 'The file may be damaged, or made to fill the memory. Try a fresh copy.',
  }),
  'archive/damaged': (problem) => ({
    title: `${problem.file} is damaged`,
    explanation: `Its ${problem.what} is cut short or damaged, or is not what the archive says it is.`,
    remedy: 'It may be a partial copy: fetch it again, or unpack it and open the files themselves.',
  }),
  'archive/too-large': (problem) => ({
    title: `${problem.file} unpacks to too much`,
    explanation: `All that is opened together may unpack to ${formatBytes(problem.limit)}; this is more.`,
    remedy: 'Unpack it and open the program and its gmon.out themselves.',
  }),
  'archive/too-many': (problem) => ({
    title: `${problem.file} holds too many files`,
    explanation: `It has more than ${formatCount(problem.limit)} entries, and no more are looked through.`,
    remedy: 'Unpack it and open the program and its gmon.out themselves.',
  }),
  'archive/encrypted': (problem) => ({
    title: `${problem.file} is encrypted`,
    explanation: `${counted(problem)} cannot be read without a password.`,
    remedy: 'Unpack it and open the files themselves.',
  }),
  'archive/unsupported': (problem) => ({
    title: `${problem.file} is packed in a way that cannot be read here`,
    explanation: `${counted(problem)}: ${problem.what}. Zip with Deflate, gzip and tar are read.`,
    remedy: 'Unpack it and open the files themselves.',
  }),
  'dump/damaged': (problem) => ({
    title: `${problem.file} cannot be read from line ${formatCount(problem.line)} on`,
    explanation: problem.what,
    remedy: 'Take the dump once more.',
  }),
  'archive/nothing-of-use': (problem) => ({
    title: `${problem.file} holds no profile and no program`,
    explanation:
      problem.members === 0
        ? 'There is nothing in it to look at.'
        : `Of its ${formatCounted(problem.members, 'file')}, none is a gmon.out, a program, a list of symbols or a gprof listing.`,
    remedy: 'Pack the gmon.out together with the program that wrote it.',
  }),
}

/** Text as text, with single spaces as white space; anything else byte by byte. */
function areAll(files: readonly string[]): string {
  const isOneName = files.length > 1 && files.every((name) => name === files[0])
  const names = isOneName ? `${files.length} files named ${files[0]}` : list(files)
  return `${names} are ${files.length === 2 ? 'both' : 'all'}`
}

function bytesOf(firstBytes: string): string {
  const pairs = firstBytes.match(/../g) ?? []
  if (pairs.length === 0) return 'nothing'
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
  const text = decodeUtf8(bytes, bytes.length < FIRST_BYTES)?.replaceAll(WHITE_SPACE, ' ')
  if (text === undefined || UNPRINTABLE.test(text)) return pairs.join(' ')
  return text.trim() === '' ? 'white space' : `“${text.trim()}”`
}

const WHITE_SPACE = /[ \t\n\f\r]+/g
/** Control characters, and marks that change how the text around them is read. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u

function article(what: string): string {
  if (what === 'text') return 'text'
  return /^[aeiou]/i.test(what) ? `an ${what}` : `a ${what}`
}

function counted({ members, first }: { readonly members: number; readonly first: string }): string {
  return members === 1 ? first : `${first} and ${formatCounted(members - 1, 'more file', 'more files')}`
}

// Problems of a profile: a gmon.out, a listing, a saved profile.

const SEPARATELY = 'Open profiles of one build together. Opened alone, each shows whether the program fits.'

const PROFILE_PROBLEMS: MessageByCode<ProblemIn<'gmon' | 'listing' | 'saved'>> = {
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

// Problems of a program, its names or its debugging information.

const PROGRAM_PROBLEMS: MessageByCode<ProblemIn<'elf' | 'executable' | 'symbols' | 'dwarf'>> = {
  'elf/bad-header': (problem) => ({
    title: `${problem.file} is not a readable ELF program`,
    explanation:
      problem.section === undefined
        ? `${problem.what} at byte ${at(problem.offset)} is ${formatCount(problem.found)}, which no ELF program has.`
        : `Its section table is damaged: entry ${formatCount(problem.section)} at byte ${at(problem.offset)} should be a table of strings (${problem.what}), and is of type ${formatCount(problem.found)}.`,
    remedy: 'It may be damaged, or of a kind not read here. Try a fresh copy.',
  }),
  'elf/no-symbols': (problem) => ({
    title: `${problem.file} has no function names`,
    explanation: problem.stripped
      ? 'It was stripped: its symbol table was removed, so addresses cannot be turned into names.'
      : 'Its symbol table names no function, so addresses cannot be turned into names.',
    remedy:
      'Open the program before strip, linked without -s. Or add its separate debug file, the output of nm, or the linker’s map.',
  }),
  'elf/no-text': (problem) => ({
    title: `${problem.file} has no code`,
    explanation:
      'It has no .text section, and no other that holds instructions. Files that hold only debug information look like this.',
    remedy: 'Open the program itself.',
  }),
  'elf/address-too-large': (problem) => ({
    title: `${problem.file} uses addresses that are too large`,
    explanation: `${problem.address} is at or above 2⁵³, where numbers here stop being exact.`,
    remedy: 'Programs linked this high (kernels) cannot be opened yet.',
  }),
  'elf/not-executable': ({ file, kind }) => ({
    title: `${file} is ${OTHER_KINDS[kind][0]}, not a program`,
    explanation: OTHER_KINDS[kind][1],
    remedy: 'Open the linked program that wrote the gmon.out.',
  }),
  'executable/bad-header': (problem) => ({
    title: `${problem.file} is not a readable ${problem.format} program`,
    explanation: `${problem.what} at byte ${at(problem.offset)} is ${formatCount(problem.found)}, which no such program has.`,
    remedy: 'It may be damaged, or of a kind not read here. Try a fresh copy.',
  }),
  'elf/truncated': cutShort,
  'executable/truncated': cutShort,
  'executable/no-symbols': (problem) => ({
    title: `${problem.file} has no function names`,
    explanation: problem.stripped
      ? 'It was stripped, or its names are in a separate file: it has no symbol table, so addresses cannot be turned into names.'
      : 'Its symbol table names no function, so addresses cannot be turned into names.',
    remedy: 'Open the program before strip. Or add the output of nm or a linker map.',
  }),
  'executable/no-text': (problem) => ({
    title: `${problem.file} has no code`,
    explanation: `It has no ${problem.section} section.`,
    remedy: 'Open the program itself.',
  }),
  'symbols/none-found': (problem) => ({
    title: `${problem.file} names no function`,
    explanation: 'It looks like a list of symbols, but none of its lines gives the address of a function.',
    remedy: 'Make the list with nm from the program that ran, before strip.',
  }),
  'dwarf/damaged': (problem) => ({
    title: `${problem.file} has damaged debugging information`,
    explanation: `In ${problem.section}, at byte ${at(problem.offset)}, the ${problem.what} cannot be right.`,
    remedy: 'Names, times and calls do not need it. Compile and link again with -g to see source lines.',
  }),
  'dwarf/unsupported': (problem) => ({
    title: `${problem.file} has debugging information that is not read`,
    explanation: `Section ${problem.section} has ${problem.what}.`,
    remedy: problem.what.includes('compress')
      ? 'Compile and link with -gz=none to see source lines.'
      : 'Names, times and calls do not need it. For source lines alone -g1 is enough.',
  }),
}

/** What the files are, and why they cannot be used. */
const OTHER_KINDS = {
  core: ['a core dump', 'A core dump is the memory of a program that crashed.'],
  relocatable: ['an object file', 'It has not been linked, so its addresses are not those in the profile.'],
  library: ['a shared library', 'A gmon.out covers only the program itself.'],
} as const

function cutShort(
  problem: Extract<Problem, { readonly code: 'elf/truncated' | 'executable/truncated' }>,
): Message {
  return {
    title: `${problem.file} is cut short`,
    explanation: `${problem.what} at byte ${at(problem.offset)} should have ${formatCounted(problem.expected, 'byte')}; ${formatCount(problem.found)} are there.`,
    remedy: 'It may be a partial copy: copy it again and compare the sizes.',
  }
}

// Problems outside the profile: fetching, writing, and the environment.

const HOST_PROBLEMS: MessageByCode<ProblemIn<'hosted' | 'export' | 'host' | 'bug'>> = {
  'hosted/bad-address': (problem) => ({
    title: 'This link cannot be opened',
    explanation: `It names a profile at ${problem.address}, but ${problem.why}.`,
    remedy: 'Ask for the link again, or download the file and drop it here.',
  }),
  'hosted/unreachable': (problem) => ({
    title: 'The profile could not be fetched',
    explanation: `${problem.address} did not answer, or its server does not allow other pages to read it.`,
    remedy:
      'Download the file and drop it here. Its host can allow pages to read it with the header Access-Control-Allow-Origin: *',
  }),
  'hosted/refused': (problem) => ({
    title: problem.status === 404 ? 'The profile is not there' : 'The server refused to give the profile',
    explanation: `${problem.address} answered with status ${problem.status}.`,
    remedy:
      'It may have been moved, or be there only for those who are signed in: download it and drop it here.',
  }),
  'hosted/redirected': (problem) => ({
    title: 'The profile has moved',
    explanation: `${problem.address} redirects to another address, which you have not allowed.`,
    remedy: 'Put the final address into the link, or download the file and drop it here.',
  }),
  'hosted/too-large': (problem) => ({
    title: 'The hosted file is too large',
    explanation: `${problem.address} has ${formatBytes(problem.bytes)} or more; up to ${formatBytes(problem.limit)} are fetched.`,
    remedy: 'Download the file and drop it here.',
  }),
  'export/left-out': (problem) => ({
    title: `There is no ${problem.what} to save`,
    explanation: `This profile was saved without what ${problem.what} is made of.`,
    remedy: 'Open the files that it was made from.',
  }),
  'export/too-large': (problem) => ({
    title: `${problem.what} would be too large`,
    explanation: `It would take ${formatBytes(problem.bytes)}, ${problem.why === 'counts' ? 'because a record holds counts up to 4,294,967,295 only' : 'too much for what it is packed into'}.`,
    remedy:
      problem.why === 'counts'
        ? 'Look at the file that has such counts: they are hardly a program’s.'
        : 'Leave something out, or keep the files that it is made of.',
  }),
  'export/no-time': (problem) => ({
    title: 'There is no time to write',
    explanation: `${problem.what} holds times, and what is shown of this profile has none: no samples, or all of them left out.`,
    remedy: 'Calls without times are in the gprof listing, in JSON and in DOT.',
  }),
  'host/worker-lost': (problem) => ({
    title: 'Reading stopped',
    explanation: `The worker ended before it answered, perhaps for lack of memory. ${problem.message}`,
    remedy: 'Open the files once more. With very large profiles, close other tabs first.',
  }),
  'host/part-missing': (problem) => ({
    title: 'Part of the page did not load',
    explanation: `Its server no longer answers, or has another version by now. ${problem.message}`,
    remedy: 'Once the server answers, try again, or load the page again and open the files again.',
  }),
  'host/cancelled': () => ({ title: 'Cancelled', explanation: 'Reading was stopped.', remedy: '' }),
  bug: (problem) => ({
    title: 'Internal error',
    explanation: `This is a fault in gmonscope, not in the files: ${problem.message}`,
    remedy: 'Please report it, with the details below.',
  }),
}

// All problems: what was found and where, why it matters, and what to do. In gprof's words,
// short, and never blaming the person. The host adds how to do it in a page or a terminal.

const WORDS: MessageByCode<Problem> = {
  ...FILE_PROBLEMS,
  ...PROGRAM_PROBLEMS,
  ...PROFILE_PROBLEMS,
  ...HOST_PROBLEMS,
}

/**
 * Returns the message of a problem, with control characters made visible. The host adds how to do what the
 * remedy says.
 */
export function problemText(problem: Problem): Message {
  // The compiler cannot see that the message of a code takes a problem of that code.
  const words = WORDS[problem.code] as (problem: Problem) => Message
  return visibleMessage(words(problem))
}

// Several programs were opened: which of them match the profile's arcs.

interface Offered {
  readonly name: string
  readonly size?: number
  readonly match?: MatchScore
}

interface Scored {
  readonly file: Offered
  readonly match: MatchScore
}

/** How well several programs match a profile. */
export interface ProgramMatch {
  /** The best match; null if none matches, if two match equally well, or if nothing is known. */
  readonly best: Offered | null
  /** Description of the matches; "" for none. */
  readonly words: string
}

/**
 * Returns distinct labels of files, in the same order: their names, with sizes if several have one name
 * (builds of one program). Files with the same name and size are numbered.
 */
export function distinguishFiles(files: readonly Offered[]): readonly string[] {
  const names = files.map(({ name }) => visibleText(name))
  const isOne = (labels: readonly string[], index: number) =>
    labels.indexOf(labels[index] ?? '') === index && labels.lastIndexOf(labels[index] ?? '') === index
  const sized = files.map(({ size }, index) =>
    isOne(names, index) || size === undefined
      ? (names[index] ?? '')
      : `${names[index]} (${formatBytes(size)})`,
  )
  return sized.map((label, index) => {
    const before = sized.slice(0, index).filter((other) => other === label).length
    return isOne(sized, index) ? label : `${label}, no. ${before + 1}`
  })
}

/** Compares how well programs match a profile. Files without a score are ignored. */
export function compareMatches(files: readonly Offered[]): ProgramMatch {
  const programs = files.filter(({ match }) => match !== undefined)
  const labels = new Map(distinguishFiles(programs).map((name, index) => [programs[index], name]))
  const nameOf = ({ file }: Scored): string => labels.get(file) ?? ''
  const scored = files
    .flatMap((file): Scored[] => (file.match && file.match.total > 0 ? [{ file, match: file.match }] : []))
    .toSorted((a, b) => shareOf(b) - shareOf(a))
  const [first, second] = scored
  if (!first) return { best: null, words: '' }
  if (isMismatch(first.match)) {
    return {
      best: null,
      words: `None of them fits: at most ${matchWords(first.match)} begin and end in functions of one.`,
    }
  }
  const alike = scored.filter((one) => shareOf(one) === shareOf(first))
  if (alike.length > 1) {
    const names = list(alike.map(nameOf))
    const [one = '', ...others] = new Set(alike.map(({ match }) => matchWords(match, '')))
    const matches = others.length === 0 ? matchWords(first.match) : `${list([one, ...others])} arcs`
    return { best: null, words: `${names} fit alike: ${matches} begin and end in their functions.` }
  }
  const less = second ? `; in those of ${nameOf(second)} ${matchWords(second.match, '')}` : ''
  return {
    best: first.file,
    words: `${nameOf(first)} fits: ${matchWords(first.match)} begin and end in its functions${less}.`,
  }
}

/**
 * Returns a score as text: "4 of 97 arcs"; "4 of 97" for an empty unit.
 *
 * @param unit noun for one of what was matched
 */
export function matchWords({ matched, total }: MatchScore, unit = 'arc'): string {
  return `${formatCount(matched)} of ${unit === '' ? formatCount(total) : formatCounted(total, unit)}`
}

const shareOf = ({ match }: Scored): number => match.matched / match.total
