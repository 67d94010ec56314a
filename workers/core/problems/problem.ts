// Every way reading a profile can fail (Problem) or deserves a word (Notice), as plain data. Codes are stable: tests
// and bug reports quote them. Words for people are made in reports/words/problem-text.ts and notice-text.ts.

/** Where in which file; `offset` in bytes from its start. */
interface At {
  readonly file: string
  readonly offset: number
}

/** So many of a file are quoted that is none of ours. */
export const FIRST_BYTES = 8

export type Problem =
  | { readonly code: 'input/nothing-given' }
  /** `isLinked`: the program has what writes a gmon.out, or cannot be asked. */
  | { readonly code: 'input/profile-missing'; readonly executable: string; readonly isLinked: boolean }
  | { readonly code: 'input/executable-missing'; readonly profiles: readonly string[] }
  | { readonly code: 'input/several-executables'; readonly files: readonly string[] }
  /** Of one link with another of the files, and without anything that this one lacks. */
  | { readonly code: 'input/same-program'; readonly file: string; readonly same: string }
  | { readonly code: 'input/empty-file'; readonly file: string }
  | { readonly code: 'input/directory'; readonly file: string }
  /** A folder with more than `limit` files, with those of folders in it. */
  | { readonly code: 'input/too-many-files'; readonly file: string; readonly limit: number }
  /** `looksLike`: what the first bytes say it is ("PNG image", "text", …), or null. `firstBytes`: lower-case hex, at most `FIRST_BYTES`. */
  | {
      readonly code: 'input/unknown-format'
      readonly file: string
      readonly looksLike: string | null
      readonly firstBytes: string
    }
  | { readonly code: 'bytes/cannot-open'; readonly file: string; readonly reason: string }
  | { readonly code: 'bytes/unreadable'; readonly file: string; readonly reason: string }
  | ({
      readonly code: 'bytes/out-of-bounds'
      readonly what: string
      readonly needed: number
      readonly size: number
    } & At)
  | ({ readonly code: 'elf/bad-header'; readonly what: string; readonly found: number } & At)
  | ({
      readonly code: 'elf/truncated'
      readonly what: string
      readonly expected: number
      readonly found: number
    } & At)
  | { readonly code: 'elf/no-symbols'; readonly file: string; readonly stripped: boolean }
  | { readonly code: 'elf/no-text'; readonly file: string }
  | { readonly code: 'elf/address-too-large'; readonly file: string; readonly address: string }
  /** Of programs that are not ELF. */
  | ({
      readonly code: 'executable/bad-header'
      readonly format: 'PE' | 'Mach-O'
      readonly what: string
      readonly found: number
    } & At)
  | ({
      readonly code: 'executable/truncated'
      readonly what: string
      readonly expected: number
      readonly found: number
    } & At)
  | { readonly code: 'executable/no-symbols'; readonly file: string; readonly stripped: boolean }
  | { readonly code: 'executable/no-text'; readonly file: string; readonly section: '.text' | '__text' }
  /** A list of symbols, and no function in it. */
  | { readonly code: 'symbols/none-found'; readonly file: string }
  | { readonly code: 'input/several-symbol-lists'; readonly files: readonly string[] }
  /** `what`: a member, or a part of the archive. */
  | { readonly code: 'archive/damaged'; readonly file: string; readonly what: string }
  /** What archives of one drop would unpack to is more than `limit` bytes. */
  | { readonly code: 'archive/too-large'; readonly file: string; readonly limit: number }
  | {
      readonly code: 'archive/too-many'
      readonly file: string
      readonly members: number
      readonly limit: number
    }
  /** So many members that cannot be read, and the name of the first. */
  | {
      readonly code: 'archive/encrypted'
      readonly file: string
      readonly members: number
      readonly first: string
    }
  /** `what`: the method of compression. */
  | {
      readonly code: 'archive/unsupported'
      readonly file: string
      readonly what: string
      readonly members: number
      readonly first: string
    }
  /** An archive with files, and none of them a profile, program, list of symbols or listing. */
  | { readonly code: 'archive/nothing-of-use'; readonly file: string; readonly members: number }
  /** A profile as text: from that line on it cannot be read, or is not all of it. `what`: why, a sentence. */
  | { readonly code: 'dump/damaged'; readonly file: string; readonly line: number; readonly what: string }
  /** Looks like a listing of gprof's, and has no row. */
  | { readonly code: 'listing/nothing-found'; readonly file: string }
  | { readonly code: 'input/several-listings'; readonly files: readonly string[] }
  /** A listing that cannot be compared; `reason`: "by-line" (`-l`). */
  | { readonly code: 'listing/not-comparable'; readonly file: string; readonly reason: 'by-line' }
  /** Asked of a profile that was read from a listing. */
  | { readonly code: 'listing/no-samples'; readonly what: string }
  | {
      readonly code: 'elf/not-executable'
      readonly file: string
      readonly kind: 'relocatable' | 'core' | 'library'
    }
  /** `what`: "header", "histogram header", "histogram bins", "arc", "basic-block record". Sizes in bytes. */
  | ({
      readonly code: 'gmon/truncated-record'
      readonly what: string
      readonly expected: number
      readonly found: number
    } & At)
  /** The same without the program, so that sizes are a guess. `size`: the file's; `kept`: whether anything whole stands before. */
  | ({
      readonly code: 'gmon/ends-early'
      readonly what: string
      readonly size: number
      readonly kept: boolean
    } & At)
  | ({ readonly code: 'gmon/bad-tag'; readonly tag: number } & At)
  /** Zeros where a record should begin, which as a histogram would have no range, no rate and no unit. */
  | ({ readonly code: 'gmon/zeros' } & At)
  | ({ readonly code: 'gmon/unsupported-version'; readonly version: number } & At)
  | ({ readonly code: 'gmon/bad-cookie' } & At)
  | ({ readonly code: 'gmon/too-short'; readonly size: number } & At)
  | ({
      readonly code: 'gmon/bad-bsd-header'
      readonly low: number
      readonly high: number
      readonly size: number
    } & At)
  /** Of another word size or byte order than the program: "32-bit little-endian". */
  | {
      readonly code: 'gmon/other-target'
      readonly file: string
      readonly profile: string
      readonly program: string
    }
  | ({ readonly code: 'gmon/dimension-changed'; readonly from: string; readonly to: string } & At)
  | ({ readonly code: 'gmon/scale-changed'; readonly from: number; readonly to: number } & At)
  | ({ readonly code: 'gmon/overlapping-histograms' } & At)
  | ({ readonly code: 'gmon/rate-changed'; readonly from: number; readonly to: number } & At)
  /** In a section of debugging information; `offset` from the section's start, decompressed. */
  | ({ readonly code: 'dwarf/damaged'; readonly section: string; readonly what: string } & At)
  /** `what`: "compression 9". */
  | {
      readonly code: 'dwarf/unsupported'
      readonly file: string
      readonly section: string
      readonly what: string
    }
  /** A saved profile and other files together. */
  | { readonly code: 'input/saved-not-alone'; readonly files: readonly string[] }
  /** `what`: a sentence's end, "the header is no JSON", "column arcs.count ends too early". */
  | { readonly code: 'saved/damaged'; readonly file: string; readonly what: string }
  | {
      readonly code: 'saved/newer-version'
      readonly file: string
      readonly version: number
      readonly known: number
    }
  /** Decompressed it would take `bytes`, more than the `limit` for a file of its size. */
  | {
      readonly code: 'saved/too-large'
      readonly file: string
      readonly bytes: number
      readonly limit: number
    }
  /** A saved profile was made without it. */
  | { readonly code: 'export/left-out'; readonly what: string }
  /** A link to a hosted profile: its address cannot be used. `why`: a sentence's end. */
  | { readonly code: 'hosted/bad-address'; readonly address: string; readonly why: string }
  /** The browser tells no more than that no answer came. */
  | { readonly code: 'hosted/unreachable'; readonly address: string }
  | { readonly code: 'hosted/refused'; readonly address: string; readonly status: number }
  /** The server sends on to another address. */
  | { readonly code: 'hosted/redirected'; readonly address: string }
  | {
      readonly code: 'hosted/too-large'
      readonly address: string
      readonly bytes: number
      readonly limit: number
    }
  /** A document that would take this many bytes: its counts are too large, or unpacked it would not be opened again. */
  | {
      readonly code: 'export/too-large'
      readonly what: string
      readonly bytes: number
      readonly why: 'counts' | 'unpacked'
    }
  /** `what`: "A pprof file". There is no time that such a document could hold, or a scenario leaves none. */
  | { readonly code: 'export/no-time'; readonly what: string }
  | { readonly code: 'host/worker-lost'; readonly message: string }
  /** The page fetches parts of itself when they are needed. */
  | { readonly code: 'host/part-missing'; readonly message: string }
  | { readonly code: 'host/cancelled' }
  /** Ours. `stack` is for the bug report. */
  | { readonly code: 'bug'; readonly message: string; readonly stack: string }

export type ProblemCode = Problem['code']

/** What a problem is about: its code up to the slash. */
export type ProblemArea = ProblemCode extends infer C ? (C extends `${infer A}/${string}` ? A : C) : never
export type ProblemIn<A extends ProblemArea> = Extract<Problem, { readonly code: A | `${A}/${string}` }>

/** Worth saying, does not stop us. Travels with the result. */
export type Notice =
  /** One file could not be used; the rest was. */
  | { readonly code: 'file-skipped'; readonly problem: Problem }
  /** So many that are neither profile nor program, and the names of the first. */
  | { readonly code: 'files-unused'; readonly files: readonly string[]; readonly count: number }
  | {
      readonly code: 'gmon/truncated-file'
      readonly problem: Problem
      readonly keptArcs: number
      readonly keptHistograms: number
    }
  | { readonly code: 'no-samples' }
  | { readonly code: 'few-samples'; readonly samples: number; readonly rate: number }
  | { readonly code: 'no-histogram' }
  /** Neither samples nor arcs. */
  | { readonly code: 'empty-profile' }
  | { readonly code: 'no-arcs' }
  /** Ticks and arcs that fell outside every function. */
  | {
      readonly code: 'outside-program'
      readonly ticks: number
      readonly totalTicks: number
      readonly droppedArcs: number
      readonly totalArcs: number
    }
  /**
   * Of so many arcs so many begin and end in functions, and a constant shift that would explain the rest (0 if none). `ends`:
   * where the code ended of the program that ran, if that of this one ends elsewhere.
   */
  | {
      readonly code: 'wrong-executable'
      readonly matched: number
      readonly total: number
      readonly shift: number
      readonly ends?: number
    }
  /** One of several runs: the program explains the arcs of others, and of this one's only so many. */
  | {
      readonly code: 'odd-run'
      readonly file: string
      readonly matched: number
      readonly total: number
    }
  /** Of so many runs, most of them alike, the one with far the most samples: more than chance explains. */
  | {
      readonly code: 'slow-run'
      readonly file: string
      readonly samples: number
      readonly mean: number
      /** Half of the runs have so many or more. */
      readonly middle: number
      readonly runs: number
    }
  /**
   * One of several runs holds what `same` holds, or, where that is null, the samples of all others together; chance hardly makes
   * it so. `more`: other files of which the former is true.
   */
  | {
      readonly code: 'run-twice'
      readonly file: string
      readonly same: string | null
      readonly more: number
    }
  /** A profile that was named twice, `same` first, as the system knows. `more`: others of which that is true. */
  | { readonly code: 'file-twice'; readonly file: string; readonly same: string; readonly more: number }
  /** Functions that were called or sampled and that gprof does not count as such; some names, as people read them. */
  | {
      readonly code: 'functions-hidden'
      readonly functions: number
      readonly names: readonly string[]
      /** For which function each of the named counts. */
      readonly neighbours: readonly string[]
      readonly ticks: number
      /** The program's file, without its folder; not in what older versions saved. */
      readonly program?: string
    }
  /** The program starts threads, by the function named. */
  | { readonly code: 'threads'; readonly starter: string }
  | { readonly code: 'bins-at-ceiling'; readonly bins: number }
  | { readonly code: 'time-without-calls'; readonly functions: number; readonly ticks: number }
  | { readonly code: 'profiler-time'; readonly ticks: number; readonly totalTicks: number }
  | { readonly code: 'odd-rate'; readonly rate: number }
  | { readonly code: 'rates-differ'; readonly first: number; readonly other: number; readonly file: string }
  | { readonly code: 'scale-drift'; readonly bytes: number }
  /** A FreeBSD file whose counters are not 16 bits wide. */
  | {
      readonly code: 'counter-width'
      readonly file: string
      readonly bits: 8 | 16 | 32 | 64
      readonly signed: boolean
    }
  /** The profile was opened without its program: functions are addresses that were called. */
  | { readonly code: 'no-names' }
  /** Function names come from a list beside the program, or in its place. */
  | { readonly code: 'symbols-from-list'; readonly file: string }
  /** A list was given, and the program has symbols of its own. */
  | { readonly code: 'symbol-list-unused'; readonly file: string }
  | { readonly code: 'bsd-format'; readonly file: string; readonly dialect: 'bsd' | '4.4bsd' }
  /** Source files and lines are missing for part of the program, or for all of it. */
  | { readonly code: 'sources-left-out'; readonly problem: Problem }
  | { readonly code: 'position-independent'; readonly shift: number }
  /** A saved profile from which something was left out by choice: true, or how much of it. */
  | {
      readonly code: 'shared-in-part'
      readonly names: 'kept' | 'shortened' | 'replaced'
      readonly directories: boolean
      readonly sources: boolean
      readonly notices: boolean
      /** Functions that were never called or sampled. */
      readonly unused: number
      /** Functions joined to one, and their samples. */
      readonly functions: number
      readonly ticks: number
    }
  /** A saved profile holds notices of a later version. */
  | { readonly code: 'saved-notices-unknown'; readonly notices: number }
  /** The numbers are those of a text, with what that has lost. */
  | { readonly code: 'listing-opened'; readonly file: string; readonly parts: 'flat' | 'graph' | 'both' }
  /** Lines within a part that could not be read; the first one as a binary string. */
  | {
      readonly code: 'listing-unread'
      readonly file: string
      readonly lines: number
      readonly line: number
      readonly text: string
    }
  /** The text has a second listing from that line on. */
  | { readonly code: 'listing-again'; readonly file: string; readonly line: number }
  /** The text begins in the middle of a part. */
  | { readonly code: 'listing-headless'; readonly file: string }
  /** The text ends in the middle, or before the index. */
  | { readonly code: 'listing-cut'; readonly file: string }
  /** A listing beside a profile: to compare with. Or files beside a listing that say nothing without gmon.out. */
  | { readonly code: 'set-aside'; readonly file: string; readonly kind: 'listing' | 'executable' | 'symbols' }

export type NoticeCode = Notice['code']
export type NoticeOf<C extends NoticeCode> = Extract<Notice, { readonly code: C }>
