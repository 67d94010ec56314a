// Every way reading a profile can fail (Problem) or deserves a word (Notice), as plain data. Codes are stable: tests
// and bug reports quote them. Words for people are made in reports/problem-text.ts.

/** Where in which file; `offset` in bytes from its start. */
interface At {
  readonly file: string
  readonly offset: number
}

export type Problem =
  | { readonly code: 'input/nothing-given' }
  | { readonly code: 'input/profile-missing'; readonly executable: string }
  | { readonly code: 'input/executable-missing'; readonly profiles: readonly string[] }
  | { readonly code: 'input/several-executables'; readonly files: readonly string[] }
  | { readonly code: 'input/empty-file'; readonly file: string }
  | { readonly code: 'input/directory'; readonly file: string }
  /** `looksLike`: what the first bytes say it is ("PNG image", "text", …), or null. `firstBytes`: lower-case hex, at most 8 bytes. */
  | {
      readonly code: 'input/unknown-format'
      readonly file: string
      readonly looksLike: string | null
      readonly firstBytes: string
    }
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
  | { readonly code: 'elf/not-executable'; readonly file: string; readonly kind: 'relocatable' | 'core' }
  /** `what`: "header", "histogram header", "histogram bins", "arc", "basic-block record". Sizes in bytes. */
  | ({
      readonly code: 'gmon/truncated-record'
      readonly what: string
      readonly expected: number
      readonly found: number
    } & At)
  | ({ readonly code: 'gmon/bad-tag'; readonly tag: number } & At)
  | ({ readonly code: 'gmon/unsupported-version'; readonly version: number } & At)
  | ({ readonly code: 'gmon/bad-cookie' } & At)
  | ({ readonly code: 'gmon/too-short'; readonly size: number } & At)
  | ({
      readonly code: 'gmon/bad-bsd-header'
      readonly low: number
      readonly high: number
      readonly size: number
    } & At)
  | ({ readonly code: 'gmon/dimension-changed'; readonly from: string; readonly to: string } & At)
  | ({ readonly code: 'gmon/scale-changed'; readonly from: number; readonly to: number } & At)
  | ({ readonly code: 'gmon/overlapping-histograms' } & At)
  | ({ readonly code: 'gmon/rate-changed'; readonly from: number; readonly to: number } & At)
  /** In a section of debugging information; `offset` from the section's start, decompressed. */
  | ({ readonly code: 'dwarf/damaged'; readonly section: string; readonly what: string } & At)
  /** `what`: "zstd compression". */
  | {
      readonly code: 'dwarf/unsupported'
      readonly file: string
      readonly section: string
      readonly what: string
    }
  /** A document that would take this many bytes. */
  | { readonly code: 'export/too-large'; readonly what: string; readonly bytes: number }
  | { readonly code: 'host/worker-lost'; readonly message: string }
  | { readonly code: 'host/cancelled' }
  /** Ours. `stack` is for the bug report. */
  | { readonly code: 'bug'; readonly message: string; readonly stack: string }

export type ProblemCode = Problem['code']

/** Worth saying, does not stop us. Travels with the result. */
export type Notice =
  /** One file could not be used; the rest was. */
  | { readonly code: 'file-skipped'; readonly problem: Problem }
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
  /** Share of arcs whose ends are functions, 0–1, and a constant shift that would explain the rest (0 if none). */
  | {
      readonly code: 'wrong-executable'
      readonly matched: number
      readonly total: number
      readonly shift: number
    }
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
  /** Function names come from a list beside the program, or in its place. */
  | { readonly code: 'symbols-from-list'; readonly file: string }
  /** A list was given, and the program has symbols of its own. */
  | { readonly code: 'symbol-list-unused'; readonly file: string }
  | { readonly code: 'bsd-format'; readonly file: string; readonly dialect: 'bsd' | '4.4bsd' }
  /** Source files and lines are missing for part of the program, or for all of it. */
  | { readonly code: 'sources-left-out'; readonly problem: Problem }
  | { readonly code: 'position-independent'; readonly shift: number }

export type NoticeCode = Notice['code']
