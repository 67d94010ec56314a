// Every problem and notice as the shape of its data, to check those that come from a saved file. The compiler holds it to
// the unions: a new code is a new line here.
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
  type Fields,
  type Shape,
} from '../base/shape.ts'
import type { Notice, Problem } from './problem.ts'

type FieldsOf<Union extends { readonly code: string }> = {
  readonly [Code in Union['code']]: Fields<Omit<Extract<Union, { readonly code: Code }>, 'code'>>
}

const words = text(1 << 16)
const list = listOf(words, 1 << 16)
const at = { file: words, offset: num }
const cut = { ...at, what: words, expected: num, found: num }
const stripped = { file: words, stripped: bool }
const bits = oneOf(8, 16, 32, 64)

const PROBLEMS: FieldsOf<Problem> = {
  'input/nothing-given': {},
  'input/profile-missing': { executable: words, isLinked: bool },
  'input/executable-missing': { profiles: list },
  'input/several-executables': { files: list },
  'input/same-program': { file: words, same: words },
  'input/empty-file': { file: words },
  'input/directory': { file: words },
  'input/too-many-files': { file: words, limit: num },
  'input/unknown-format': { file: words, looksLike: orNull(words), firstBytes: words },
  'input/saved-not-alone': { files: list },
  'input/several-symbol-lists': { files: list },
  'input/several-listings': { files: list },
  'archive/damaged': { file: words, what: words },
  'archive/too-large': { file: words, limit: num },
  'archive/too-many': { file: words, members: num, limit: num },
  'archive/encrypted': { file: words, members: num, first: words },
  'archive/unsupported': { file: words, what: words, members: num, first: words },
  'archive/nothing-of-use': { file: words, members: num },
  'dump/damaged': { file: words, line: num, what: words },
  'listing/nothing-found': { file: words },
  'listing/not-comparable': { file: words, reason: oneOf('by-line') },
  'listing/no-samples': { what: words },
  'bytes/cannot-open': { file: words, reason: words },
  'bytes/unreadable': { file: words, reason: words },
  'bytes/out-of-bounds': { ...at, what: words, needed: num, size: num },
  'elf/bad-header': { ...at, what: words, found: num },
  'elf/truncated': cut,
  'elf/no-symbols': stripped,
  'elf/no-text': { file: words },
  'elf/address-too-large': { file: words, address: words },
  'elf/not-executable': { file: words, kind: oneOf('relocatable', 'core', 'library') },
  'executable/bad-header': { ...at, format: oneOf('PE', 'Mach-O'), what: words, found: num },
  'executable/truncated': cut,
  'executable/no-symbols': stripped,
  'executable/no-text': { file: words, section: oneOf('.text', '__text') },
  'symbols/none-found': { file: words },
  'gmon/truncated-record': cut,
  'gmon/ends-early': { ...at, what: words, size: num, kept: bool },
  'gmon/bad-tag': { ...at, tag: num },
  'gmon/zeros': at,
  'gmon/unsupported-version': { ...at, version: num },
  'gmon/bad-cookie': at,
  'gmon/too-short': { ...at, size: num },
  'gmon/bad-bsd-header': { ...at, low: num, high: num, size: num },
  'gmon/other-target': { file: words, profile: words, program: words },
  'gmon/dimension-changed': { ...at, from: words, to: words },
  'gmon/scale-changed': { ...at, from: num, to: num },
  'gmon/overlapping-histograms': at,
  'gmon/rate-changed': { ...at, from: num, to: num },
  'dwarf/damaged': { ...at, section: words, what: words },
  'dwarf/unsupported': { file: words, section: words, what: words },
  'saved/damaged': { file: words, what: words },
  'saved/newer-version': { file: words, version: num, known: num },
  'saved/too-large': { file: words, bytes: num, limit: num },
  'hosted/bad-address': { address: words, why: words },
  'hosted/unreachable': { address: words },
  'hosted/refused': { address: words, status: num },
  'hosted/redirected': { address: words },
  'hosted/too-large': { address: words, bytes: num, limit: num },
  'export/too-large': { what: words, bytes: num, why: oneOf('counts', 'unpacked') },
  'export/no-time': { what: words },
  'export/left-out': { what: words },
  'host/worker-lost': { message: words },
  'host/part-missing': { message: words },
  'host/cancelled': {},
  bug: { message: words, stack: words },
}

const problem = byCode<Problem>(PROBLEMS)

const NOTICES: FieldsOf<Notice> = {
  'file-skipped': { problem },
  'files-unused': { files: list, count: num },
  'gmon/truncated-file': { problem, keptArcs: num, keptHistograms: num },
  'no-samples': {},
  'few-samples': { samples: num, rate: num },
  'no-histogram': {},
  'empty-profile': {},
  'no-arcs': {},
  'outside-program': { ticks: num, totalTicks: num, droppedArcs: num, totalArcs: num },
  'wrong-executable': {
    matched: num,
    total: num,
    shift: num,
    ends: since<number | undefined>(num, undefined),
  },
  'odd-run': { file: words, matched: num, total: num },
  'slow-run': { file: words, samples: num, mean: num, middle: num, runs: num },
  'run-twice': { file: words, same: orNull(words), more: num },
  'file-twice': { file: words, same: words, more: num },
  'functions-hidden': {
    functions: num,
    names: list,
    neighbours: list,
    ticks: num,
    program: since<string | undefined>(words, undefined),
  },
  threads: { starter: words },
  'bins-at-ceiling': { bins: num },
  'time-without-calls': { functions: num, ticks: num },
  'profiler-time': { ticks: num, totalTicks: num },
  'odd-rate': { rate: num },
  'rates-differ': { first: num, other: num, file: words },
  'scale-drift': { bytes: num },
  'counter-width': { file: words, bits, signed: bool },
  'no-names': {},
  'symbols-from-list': { file: words },
  'symbol-list-unused': { file: words },
  'bsd-format': { file: words, dialect: oneOf('bsd', '4.4bsd') },
  'sources-left-out': { problem },
  'position-independent': { shift: num },
  'listing-opened': { file: words, parts: oneOf('flat', 'graph', 'both') },
  'listing-unread': { file: words, lines: num, line: num, text: words },
  'listing-headless': { file: words },
  'listing-cut': { file: words },
  'listing-again': { file: words, line: num },
  'set-aside': { file: words, kind: oneOf('listing', 'executable', 'symbols') },
  'shared-in-part': {
    names: oneOf('kept', 'shortened', 'replaced'),
    directories: bool,
    sources: bool,
    notices: bool,
    unused: num,
    functions: num,
    ticks: num,
  },
  'saved-notices-unknown': { notices: num },
}

export const problemShape: Shape<Problem> = problem
export const noticeShape: Shape<Notice> = byCode<Notice>(NOTICES)

function byCode<Union extends { readonly code: string }>(fields: FieldsOf<Union>): Shape<Union> {
  const code = oneOf(...(Object.keys(fields) as Union['code'][]))
  const shapes = new Map<string, Shape<object>>(
    Object.entries<Fields<object>>(fields as Record<string, Fields<object>>).map(([key, one]) => [
      key,
      record({ code, ...one }),
    ]),
  )
  return {
    schema: { type: 'object', required: ['code'], properties: { code: code.schema } },
    check(value, path) {
      const named = record<{ code: Union['code'] }>({ code }).check(value, path)
      const shape = shapes.get(named.code)
      if (!shape) throw new ShapeError(`${path}.code is not known`)
      return shape.check(value, path) as Union
    },
  }
}
