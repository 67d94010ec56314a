/**
 * Every way in which reading a profile can fail (Problem) or deserves a message (Notice), as plain
 * data.
 *
 * The types and the checks of saved data follow from one table each. Codes are stable: tests and
 * bug reports quote them. The messages are in reports/messages/problems.ts and notices.ts.
 */
import {
  ShapeError,
  bool,
  num,
  oneOf,
  orNull,
  record,
  since,
  text,
  listOf,
  type Shape,
} from '../base/shape.ts'

const words = text(1 << 16)
const list = listOf(words, 1 << 16)
/** A place in a file; `offset` in bytes from its start. */
const at = { file: words, offset: num }
/** Sizes in bytes. */
const cut = { ...at, what: words, expected: num, found: num }
const stripped = { file: words, stripped: bool }

const PROBLEMS = {
  'input/nothing-given': {},
  /**
   * `isLinked`: whether the program links the code that writes a gmon.out; also true if unknown.
   */
  'input/profile-missing': { executable: words, isLinked: bool },
  'input/executable-missing': { profiles: list },
  'input/several-executables': { files: list },
  /** A program of the same link as another file, which has all that this one has. */
  'input/same-program': { file: words, same: words },
  'input/empty-file': { file: words },
  'input/directory': { file: words },
  /** A folder with more than `limit` files, including its subfolders. */
  'input/too-many-files': { file: words, limit: num },
  /** `looksLike`: what the first bytes say it is ("PNG image", "text", …), or null. `firstBytes`: lower-case hex, at most `FIRST_BYTES`. */
  'input/unknown-format': { file: words, looksLike: orNull(words), firstBytes: words },
  /** A saved profile beside other files. */
  'input/saved-not-alone': { files: list },
  'input/several-symbol-lists': { files: list },
  'input/several-listings': { files: list },
  /** `what`: a member or a part of the archive. */
  'archive/damaged': { file: words, what: words },
  /** The archives of one drop would unpack to more than `limit` bytes. */
  'archive/too-large': { file: words, limit: num },
  'archive/too-many': { file: words, members: num, limit: num },
  /** `members`: how many members cannot be read; `first`: the name of the first. */
  'archive/encrypted': { file: words, members: num, first: words },
  /** `what`: the compression method, or the format of the members. */
  'archive/unsupported': { file: words, what: words, members: num, first: words },
  /** An archive without a profile, program, list of symbols or listing. */
  'archive/nothing-of-use': { file: words, members: num },
  /**
   * A profile as text that is unreadable or incomplete from this line on. `what`: the reason, a
   * sentence.
   */
  'dump/damaged': { file: words, line: num, what: words },
  /** A text that looks like gprof's listing but has no row. */
  'listing/nothing-found': { file: words },
  /** A listing that cannot be compared; `reason`: "by-line" (`-l`). */
  'listing/not-comparable': { file: words, reason: oneOf('by-line') },
  /** Something that a profile read from a listing does not have. */
  'listing/no-samples': { what: words },
  'bytes/cannot-open': { file: words, reason: words },
  'bytes/unreadable': { file: words, reason: words },
  /** A part of the file that must be in memory as a whole. Sizes in bytes. */
  'bytes/table-too-large': { file: words, what: words, size: num, limit: num },
  'bytes/out-of-bounds': { ...at, what: words, needed: num, size: num },
  /** `section`: where set, the entry of the section table at `offset`, which should hold `what` and is of type `found`. */
  'elf/bad-header': { ...at, what: words, found: num, section: since<number | undefined>(num, undefined) },
  'elf/truncated': cut,
  'elf/no-symbols': stripped,
  'elf/no-text': { file: words },
  'elf/address-too-large': { file: words, address: words },
  'elf/not-executable': { file: words, kind: oneOf('relocatable', 'core', 'library') },
  /** `executable/…`: programs that are not ELF. */
  'executable/bad-header': { ...at, format: oneOf('PE', 'Mach-O'), what: words, found: num },
  'executable/truncated': cut,
  'executable/no-symbols': stripped,
  'executable/no-text': { file: words, section: oneOf('.text', '__text') },
  /** A list of symbols without functions. */
  'symbols/none-found': { file: words },
  /** `what`: "header", "histogram header", "histogram bins", "arc", "basic-block record". */
  'gmon/truncated-record': cut,
  /**
   * An early end without the program, so sizes are a guess. `size`: the file's; `kept`: whether
   * anything before is complete.
   */
  'gmon/ends-early': { ...at, what: words, size: num, kept: bool },
  'gmon/bad-tag': { ...at, tag: num },
  /** Zeros where a record should begin; as a histogram they would have no range, rate or unit. */
  'gmon/zeros': at,
  'gmon/unsupported-version': { ...at, version: num },
  'gmon/bad-cookie': at,
  'gmon/too-short': { ...at, size: num },
  'gmon/bad-bsd-header': { ...at, low: num, high: num, size: num },
  /** A profile of another word size or byte order than the program: "32-bit little-endian". */
  'gmon/other-target': { file: words, profile: words, program: words },
  'gmon/dimension-changed': { ...at, from: words, to: words },
  'gmon/scale-changed': { ...at, from: num, to: num },
  'gmon/overlapping-histograms': at,
  'gmon/rate-changed': { ...at, from: num, to: num },
  /**
   * Damage in a section of debugging information; `offset` from the section's start, decompressed.
   */
  'dwarf/damaged': { ...at, section: words, what: words },
  /** `what`: "compression 9". */
  'dwarf/unsupported': { file: words, section: words, what: words },
  /** `what`: the end of a sentence: "the header is no JSON", "column arcs.count ends too early". */
  'saved/damaged': { file: words, what: words },
  'saved/newer-version': { file: words, version: num, known: num },
  /** A saved profile that would take `bytes`, more than the `limit` for a file of its size. */
  'saved/too-large': { file: words, bytes: num, limit: num },
  /** A link to a hosted profile whose address cannot be used. `why`: the end of a sentence. */
  'hosted/bad-address': { address: words, why: words },
  /** No answer came; the browser gives no reason. */
  'hosted/unreachable': { address: words },
  'hosted/refused': { address: words, status: num },
  /** The server redirects to another address. */
  'hosted/redirected': { address: words },
  'hosted/too-large': { address: words, bytes: num, limit: num },
  /**
   * A document of this many bytes: its counts are too large, or it would not open again when
   * unpacked.
   */
  'export/too-large': { what: words, bytes: num, why: oneOf('counts', 'unpacked') },
  /**
   * A document that needs samples, of a profile or scenario without time. `what`: "A pprof file".
   */
  'export/no-time': { what: words },
  /** Data that was removed from a saved profile. */
  'export/left-out': { what: words },
  'host/worker-lost': { message: words },
  /** A part of the page that could not be fetched when it was needed. */
  'host/part-missing': { message: words },
  'host/cancelled': {},
  /** An internal error. `stack` is for the bug report. */
  bug: { message: words, stack: words },
} satisfies Table

/** Why reading failed, as plain data. The fields of each code are in the table. */
export type Problem = UnionOf<typeof PROBLEMS>
/** Checks problems in data from outside. */
export const problemShape: Shape<Problem> = byCode<Problem>(PROBLEMS)

/** Messages that travel with the result; none stops the work. */
const NOTICES = {
  /** One file could not be used; the others were. */
  'file-skipped': { problem: problemShape },
  /** Files that are neither profile nor program: their number, and the names of the first. */
  'files-unused': { files: list, count: num },
  'gmon/truncated-file': { problem: problemShape, keptArcs: num, keptHistograms: num },
  'no-samples': {},
  'few-samples': { samples: num, rate: num },
  'no-histogram': {},
  /** Neither samples nor arcs. */
  'empty-profile': {},
  /**
   * `counts`: whether functions of the program count their calls; absent if unknown. `lacksProfiler`:
   * the program links no profiler, so that a debugger took the samples.
   */
  'no-arcs': {
    counts: since<boolean | undefined>(bool, undefined),
    lacksProfiler: since<boolean | undefined>(bool, undefined),
  },
  /**
   * Samples in bins that hold code of several functions, of `totalTicks`. `functions`: how many may
   * own some of them; the names of those that may own most. `lacksProfiler`: the program links
   * no profiler, so that a debugger took the samples.
   */
  'coarse-bins': {
    ticks: num,
    totalTicks: num,
    bytesPerBin: num,
    functions: num,
    names: list,
    lacksProfiler: bool,
  },
  /** Few samples or none, of a program that needs these shared libraries. */
  'needs-libraries': { libraries: list },
  /** Samples in start-up code: most are of calls into libraries. `name`: where most of them are. */
  'start-up-time': { name: words, ticks: num, totalTicks: num },
  /** Functions that count their calls and were called by no function that does. `name`: the hottest. */
  'called-by-library': { functions: num, name: words, ticks: num },
  /** Calls counted by a shared C library, whose time is in no sample. */
  'counting-unseen': { calls: num, samples: num },
  /** Ticks and arcs that fell outside every function. */
  'outside-program': { ticks: num, totalTicks: num, droppedArcs: num, totalArcs: num },
  /**
   * Arcs that begin and end in functions, of all, and a constant shift that would explain the rest
   * (0 if none). `ends`: where the code of the program that ran ended, if elsewhere than in this
   * one. `sites`: functions whose code was checked; `calls`: how many of them call the profiler where
   * the profile says. `callArcs`: arcs whose call was looked for in the caller's code; `callsFound`: those
   * that have one. `lacksProfiler`: the program links no call counting. `beyond`: samples behind the
   * end of the code. `isNewer`: the program was written after the profiles.
   */
  'wrong-executable': {
    matched: num,
    total: num,
    shift: num,
    ends: since<number | undefined>(num, undefined),
    sites: since<number | undefined>(num, undefined),
    calls: since<number | undefined>(num, undefined),
    callArcs: since<number | undefined>(num, undefined),
    callsFound: since<number | undefined>(num, undefined),
    lacksProfiler: since<boolean | undefined>(bool, undefined),
    beyond: since<number | undefined>(num, undefined),
    isNewer: since<boolean | undefined>(bool, undefined),
  },
  /**
   * One of several runs, of whose arcs the program explains few while it explains those of others.
   */
  'odd-run': { file: words, matched: num, total: num },
  /**
   * The run with far the most samples among runs that are mostly alike, or with far the most in one
   * function; chance does not explain it. `middle`: the median. `name`: the function in which it
   * has `excess` ticks more than the others on average, and `ticks` in all; absent if no single
   * function explains it, and in older saved profiles. `rate`: 0 if ticks are not samples of time.
   */
  'slow-run': {
    file: words,
    samples: num,
    mean: num,
    middle: num,
    runs: num,
    name: since<string | undefined>(words, undefined),
    ticks: since<number | undefined>(num, undefined),
    excess: since<number | undefined>(num, undefined),
    rate: since<number | undefined>(num, undefined),
  },
  /**
   * A run that holds the same as `same`, or, if that is null, the sum of all others; chance hardly
   * explains it. `more`: other files equal to `same`.
   */
  'run-twice': { file: words, same: orNull(words), more: num },
  /**
   * Files that begin with the same samples, as those of forked processes do, and count in full.
   * `files`: how many, with the one that holds most, `first`; `samples`: how many samples count
   * again in the others.
   */
  'forked-runs': { files: num, first: words, samples: num },
  /** The same, where what they share was counted once. */
  'forked-once': { files: num, first: words, samples: num },
  /** The program forks, with the function named, and there is one file. */
  'may-fork': { forker: words },
  /**
   * Functions that call the profiler at several places, and count the calls of others as their own. The one
   * with most calls, and at how many places it does.
   */
  'inlined-counts': { functions: num, name: words, places: num },
  /**
   * Arcs whose caller does not call the callee: it calls a function that jumps there. `calls`: of
   * all these arcs. The three functions of the arc with most calls.
   */
  'tail-calls': { arcs: num, calls: num, caller: words, jumper: words, callee: words },
  /**
   * A profile that was named twice, `same` first, according to the system. `more`: further files
   * like it.
   */
  'file-twice': { file: words, same: words, more: num },
  /**
   * Functions that were called or sampled but that gprof does not count as functions; some names,
   * demangled. `neighbours`: the function that each name counts for. `program`: its file name;
   * older versions did not save it.
   */
  'functions-hidden': {
    functions: num,
    names: list,
    neighbours: list,
    ticks: num,
    program: since<string | undefined>(words, undefined),
  },
  /** The program starts threads, with the function named. */
  threads: { starter: words },
  'bins-at-ceiling': { bins: num },
  'time-without-calls': { functions: num, ticks: num },
  'profiler-time': { ticks: num, totalTicks: num },
  'odd-rate': { rate: num },
  'rates-differ': { first: num, other: num, file: words },
  'scale-drift': { bytes: num },
  /** Samples that gprof's arithmetic loses: it rounds the borders of bins, and divides by their exact width. */
  'rounding-loss': { ticks: num, totalTicks: num },
  /** A FreeBSD file whose counters are not 16 bits wide. */
  'counter-width': { file: words, bits: oneOf(8, 16, 32, 64), signed: bool },
  /** The profile was opened without a program, so functions are addresses that were called. */
  'no-names': {},
  /** Function names come from a list beside the program or in its place. */
  'symbols-from-list': { file: words },
  /** A list of symbols that the program, with symbols of its own, does not need. */
  'symbol-list-unused': { file: words },
  'bsd-format': { file: words, dialect: oneOf('bsd', '4.4bsd') },
  /** Source files and lines are missing for some or all of the program. */
  'sources-left-out': { problem: problemShape },
  'position-independent': { shift: num },
  /** The numbers come from a text, with its rounding and omissions. */
  'listing-opened': { file: words, parts: oneOf('flat', 'graph', 'both') },
  /** Lines within a part that could not be read; the number and text of the first. */
  'listing-unread': { file: words, lines: num, line: num, text: words },
  /** The text begins in the middle of a part. */
  'listing-headless': { file: words },
  /** The text ends in the middle, or before the index. */
  'listing-cut': { file: words },
  /** A second listing begins at this line. */
  'listing-again': { file: words, line: num },
  /**
   * The text has merge conflicts, the first at this line; `mark`: how that line begins. One side is
   * read.
   */
  'listing-conflict': { file: words, line: num, mark: words },
  /**
   * A listing beside a profile, for verification; or files beside a listing that are useless
   * without a gmon.out.
   */
  'set-aside': { file: words, kind: oneOf('listing', 'executable', 'symbols') },
  /**
   * Data that was removed from a saved profile by choice: true, or how much. `unused`: functions
   * without calls and samples. `functions`, `ticks`: functions merged into one, and their samples.
   */
  'shared-in-part': {
    names: oneOf('kept', 'shortened', 'replaced'),
    directories: bool,
    sources: bool,
    notices: bool,
    unused: num,
    functions: num,
    ticks: num,
  },
  /** A saved profile has notices of a later version. */
  'saved-notices-unknown': { notices: num },
} satisfies Table

/**
 * A message about the measurement or the files, as plain data. The fields of each code are in the
 * table.
 */
export type Notice = UnionOf<typeof NOTICES>
/** Checks notices in data from outside. */
export const noticeShape: Shape<Notice> = byCode<Notice>(NOTICES)

/** The stable code of a problem: "area/what". */
export type ProblemCode = Problem['code']

/** The area of a problem: its code up to the slash. */
export type ProblemArea = ProblemCode extends infer C ? (C extends `${infer A}/${string}` ? A : C) : never
/** The problems of one area. */
export type ProblemIn<A extends ProblemArea> = Extract<Problem, { readonly code: A | `${A}/${string}` }>

/** The stable code of a notice. */
export type NoticeCode = Notice['code']
/** The notice with one code. */
export type NoticeOf<C extends NoticeCode> = Extract<Notice, { readonly code: C }>

/** The fields of each code, besides the code. */
type Table = Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>>

type ValueOf<S> = S extends Shape<infer Value> ? Value : never
/** Optional fields: those that may be undefined. */
type OptionalKeys<F> = { [K in keyof F]: undefined extends ValueOf<F[K]> ? K : never }[keyof F]

/** The data of one code: its fields as a flat type. */
type DataOf<Code, F> = Flat<
  { readonly code: Code } & { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
    readonly [K in OptionalKeys<F>]?: Exclude<ValueOf<F[K]>, undefined>
  }
>
type Flat<T> = { [K in keyof T]: T[K] }
type UnionOf<T> = { readonly [Code in keyof T]: DataOf<Code, T[Code]> }[keyof T]

function byCode<Union extends { readonly code: string }>(table: Table): Shape<Union> {
  const code = oneOf(...Object.keys(table))
  const shapes = new Map(
    Object.entries(table).map(([key, fields]) => [key, record<object>({ code, ...fields })]),
  )
  return {
    schema: { type: 'object', required: ['code'], properties: { code: code.schema } },
    check(value, path) {
      const named = record({ code }).check(value, path)
      const shape = shapes.get(named.code)
      if (!shape) throw new ShapeError(`${path}.code is not known`)
      return shape.check(value, path) as Union
    },
  }
}
