// The message of every problem: what was found in which file, why it matters, how to mend it.
import { decodeUtf8 } from '../../base/utf8.ts'
import { FIRST_BYTES } from '../../problems/problem-error.ts'
import type { Problem, ProblemIn } from '../../problems/problem.ts'
import { formatBytes, formatCount, formatCounted } from '../../quantities.ts'
import { at, list, type Message, type MessageByCode, visibleMessage } from './message.ts'
import { PROGRAM_PROBLEMS } from './program-problems.ts'
import { PROFILE_PROBLEMS } from './profile-problems.ts'
import { HOST_PROBLEMS } from './host-problems.ts'

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
