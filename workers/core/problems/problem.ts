/**
 * Every way that reading a profile can fail (Problem) or deserves a message (Notice), as plain data: one table of each, from
 * which the types follow and by which data from saved files is checked. Codes are stable: tests and bug reports quote them.
 * Messages for people are in reports/messages/problems.ts and notices.ts.
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
/** Where in which file; `offset` in bytes from its start. */
const at = { file: words, offset: num }
/** Sizes in bytes. */
const cut = { ...at, what: words, expected: num, found: num }
const stripped = { file: words, stripped: bool }

const PROBLEMS = {
  'input/nothing-given': {},
  /** `isLinked`: the program has what writes a gmon.out, or cannot be asked. */
  'input/profile-missing': { executable: words, isLinked: bool },
  'input/executable-missing': { profiles: list },
  'input/several-executables': { files: list },
  /** Of one link with another of the files, and without anything that this one lacks. */
  'input/same-program': { file: words, same: words },
  'input/empty-file': { file: words },
  'input/directory': { file: words },
  /** A folder with more than `limit` files, with those of folders in it. */
  'input/too-many-files': { file: words, limit: num },
  /** `looksLike`: what the first bytes say it is ("PNG image", "text", …), or null. `firstBytes`: lower-case hex, at most `FIRST_BYTES`. */
  'input/unknown-format': { file: words, looksLike: orNull(words), firstBytes: words },
  /** A saved profile and other files together. */
  'input/saved-not-alone': { files: list },
  'input/several-symbol-lists': { files: list },
  'input/several-listings': { files: list },
  /** `what`: a member, or a part of the archive. */
  'archive/damaged': { file: words, what: words },
  /** The archives of one drop would unpack to more than `limit` bytes. */
  'archive/too-large': { file: words, limit: num },
  'archive/too-many': { file: words, members: num, limit: num },
  /** `members`: how many members cannot be read; `first`: the name of the first. */
  'archive/encrypted': { file: words, members: num, first: words },
  /** `what`: the method of compression, or the form of the members. */
  'archive/unsupported': { file: words, what: words, members: num, first: words },
  /** An archive with files, and none of them a profile, program, list of symbols or listing. */
  'archive/nothing-of-use': { file: words, members: num },
  /** A profile as text: from that line on it cannot be read, or is not all of it. `what`: why, a sentence. */
  'dump/damaged': { file: words, line: num, what: words },
  /** Looks like a listing of gprof's, and has no row. */
  'listing/nothing-found': { file: words },
  /** A listing that cannot be compared; `reason`: "by-line" (`-l`). */
  'listing/not-comparable': { file: words, reason: oneOf('by-line') },
  /** Asked of a profile that was read from a listing. */
  'listing/no-samples': { what: words },
  'bytes/cannot-open': { file: words, reason: words },
  'bytes/unreadable': { file: words, reason: words },
  /** A part of the file that has to be in memory as a whole. Sizes in bytes. */
  'bytes/table-too-large': { file: words, what: words, size: num, limit: num },
  'bytes/out-of-bounds': { ...at, what: words, needed: num, size: num },
  'elf/bad-header': { ...at, what: words, found: num },
  'elf/truncated': cut,
  'elf/no-symbols': stripped,
  'elf/no-text': { file: words },
  'elf/address-too-large': { file: words, address: words },
  'elf/not-executable': { file: words, kind: oneOf('relocatable', 'core', 'library') },
  /** `executable/…`: of programs that are not ELF. */
  'executable/bad-header': { ...at, format: oneOf('PE', 'Mach-O'), what: words, found: num },
  'executable/truncated': cut,
  'executable/no-symbols': stripped,
  'executable/no-text': { file: words, section: oneOf('.text', '__text') },
  /** A list of symbols, and no function in it. */
  'symbols/none-found': { file: words },
  /** `what`: "header", "histogram header", "histogram bins", "arc", "basic-block record". */
  'gmon/truncated-record': cut,
  /** The same without the program, so that sizes are a guess. `size`: the file's; `kept`: whether anything whole stands before. */
  'gmon/ends-early': { ...at, what: words, size: num, kept: bool },
  'gmon/bad-tag': { ...at, tag: num },
  /** Zeros where a record should begin, which as a histogram would have no range, no rate and no unit. */
  'gmon/zeros': at,
  'gmon/unsupported-version': { ...at, version: num },
  'gmon/bad-cookie': at,
  'gmon/too-short': { ...at, size: num },
  'gmon/bad-bsd-header': { ...at, low: num, high: num, size: num },
  /** Of another word size or byte order than the program: "32-bit little-endian". */
  'gmon/other-target': { file: words, profile: words, program: words },
  'gmon/dimension-changed': { ...at, from: words, to: words },
  'gmon/scale-changed': { ...at, from: num, to: num },
  'gmon/overlapping-histograms': at,
  'gmon/rate-changed': { ...at, from: num, to: num },
  /** In a section of debugging information; `offset` from the section's start, decompressed. */
  'dwarf/damaged': { ...at, section: words, what: words },
  /** `what`: "compression 9". */
  'dwarf/unsupported': { file: words, section: words, what: words },
  /** `what`: a sentence's end, "the header is no JSON", "column arcs.count ends too early". */
  'saved/damaged': { file: words, what: words },
  'saved/newer-version': { file: words, version: num, known: num },
  /** Decompressed it would take `bytes`, more than the `limit` for a file of its size. */
  'saved/too-large': { file: words, bytes: num, limit: num },
  /** A link to a hosted profile: its address cannot be used. `why`: a sentence's end. */
  'hosted/bad-address': { address: words, why: words },
  /** No answer came; the browser says no more than that. */
  'hosted/unreachable': { address: words },
  'hosted/refused': { address: words, status: num },
  /** The server sends on to another address. */
  'hosted/redirected': { address: words },
  'hosted/too-large': { address: words, bytes: num, limit: num },
  /** A document that would take this many bytes: its counts are too large, or unpacked it would not be opened again. */
  'export/too-large': { what: words, bytes: num, why: oneOf('counts', 'unpacked') },
  /** `what`: "A pprof file". There is no time that such a document could hold, or a scenario leaves none. */
  'export/no-time': { what: words },
  /** A saved profile was made without it. */
  'export/left-out': { what: words },
  'host/worker-lost': { message: words },
  /** The page fetches parts of itself when they are needed. */
  'host/part-missing': { message: words },
  'host/cancelled': {},
  /** Ours. `stack` is for the bug report. */
  bug: { message: words, stack: words },
} satisfies Table

export type Problem = UnionOf<typeof PROBLEMS>
export const problemShape: Shape<Problem> = byCode<Problem>(PROBLEMS)

/** Worth a message, and no reason to stop. Travels with the result. */
const NOTICES = {
  /** One file could not be used; the rest was. */
  'file-skipped': { problem: problemShape },
  /** So many that are neither profile nor program, and the names of the first. */
  'files-unused': { files: list, count: num },
  'gmon/truncated-file': { problem: problemShape, keptArcs: num, keptHistograms: num },
  'no-samples': {},
  'few-samples': { samples: num, rate: num },
  'no-histogram': {},
  /** Neither samples nor arcs. */
  'empty-profile': {},
  'no-arcs': {},
  /** Ticks and arcs that fell outside every function. */
  'outside-program': { ticks: num, totalTicks: num, droppedArcs: num, totalArcs: num },
  /**
   * Of so many arcs so many begin and end in functions, and a constant shift that would explain the rest (0 if none). `ends`:
   * where the code ended of the program that ran, if that of this one ends elsewhere.
   */
  'wrong-executable': {
    matched: num,
    total: num,
    shift: num,
    ends: since<number | undefined>(num, undefined),
  },
  /** One of several runs: the program explains the arcs of others, and of this one's only so many. */
  'odd-run': { file: words, matched: num, total: num },
  /**
   * Of so many runs, most of them alike, the one with far the most samples: more than chance explains. `middle`: half of the runs
   * have so many or more.
   */
  'slow-run': { file: words, samples: num, mean: num, middle: num, runs: num },
  /**
   * One of several runs holds what `same` holds, or, where that is null, the samples of all others together; chance hardly makes
   * it so. `more`: other files of which the former is true.
   */
  'run-twice': { file: words, same: orNull(words), more: num },
  /** A profile that was named twice, `same` first, as the system knows. `more`: others of which that is true. */
  'file-twice': { file: words, same: words, more: num },
  /**
   * Functions that were called or sampled and that gprof does not count as such; some names, as people read them. `neighbours`:
   * for which function each of the named counts. `program`: its file, without its folder; not in what older versions saved.
   */
  'functions-hidden': {
    functions: num,
    names: list,
    neighbours: list,
    ticks: num,
    program: since<string | undefined>(words, undefined),
  },
  /** The program starts threads, by the function named. */
  threads: { starter: words },
  'bins-at-ceiling': { bins: num },
  'time-without-calls': { functions: num, ticks: num },
  'profiler-time': { ticks: num, totalTicks: num },
  'odd-rate': { rate: num },
  'rates-differ': { first: num, other: num, file: words },
  'scale-drift': { bytes: num },
  /** A FreeBSD file whose counters are not 16 bits wide. */
  'counter-width': { file: words, bits: oneOf(8, 16, 32, 64), signed: bool },
  /** The profile was opened without its program: functions are addresses that were called. */
  'no-names': {},
  /** Function names come from a list beside the program, or in its place. */
  'symbols-from-list': { file: words },
  /** A list was given, and the program has symbols of its own. */
  'symbol-list-unused': { file: words },
  'bsd-format': { file: words, dialect: oneOf('bsd', '4.4bsd') },
  /** Source files and lines are missing for part of the program, or for all of it. */
  'sources-left-out': { problem: problemShape },
  'position-independent': { shift: num },
  /** The numbers are those of a text, with what that has lost. */
  'listing-opened': { file: words, parts: oneOf('flat', 'graph', 'both') },
  /** Lines within a part that could not be read, and the text of the first. */
  'listing-unread': { file: words, lines: num, line: num, text: words },
  /** The text begins in the middle of a part. */
  'listing-headless': { file: words },
  /** The text ends in the middle, or before the index. */
  'listing-cut': { file: words },
  /** The text has a second listing from that line on. */
  'listing-again': { file: words, line: num },
  /** The text has conflicts of a merge, the first from that line on; `mark`: with which it begins. One side is read. */
  'listing-conflict': { file: words, line: num, mark: words },
  /** A listing beside a profile: to compare with. Or files beside a listing that say nothing without gmon.out. */
  'set-aside': { file: words, kind: oneOf('listing', 'executable', 'symbols') },
  /**
   * A saved profile from which something was left out by choice: true, or how much of it. `unused`: functions that were never
   * called or sampled. `functions`, `ticks`: functions joined to one, and their samples.
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
  /** A saved profile holds notices of a later version. */
  'saved-notices-unknown': { notices: num },
} satisfies Table

export type Notice = UnionOf<typeof NOTICES>
export const noticeShape: Shape<Notice> = byCode<Notice>(NOTICES)

export type ProblemCode = Problem['code']

/** What a problem is about: its code up to the slash. */
export type ProblemArea = ProblemCode extends infer C ? (C extends `${infer A}/${string}` ? A : C) : never
export type ProblemIn<A extends ProblemArea> = Extract<Problem, { readonly code: A | `${A}/${string}` }>

export type NoticeCode = Notice['code']
export type NoticeOf<C extends NoticeCode> = Extract<Notice, { readonly code: C }>

/** The fields beside the code, by code. */
type Table = Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>>

type ValueOf<S> = S extends Shape<infer Value> ? Value : never
/** Fields that may be missing: those that stand for nothing then. */
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
