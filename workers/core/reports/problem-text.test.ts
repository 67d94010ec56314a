// Every code has words, complete ones, and they name the file and the byte they are about.
import { describe, expect, it } from 'vitest'
import type { Notice, NoticeCode, Problem, ProblemCode } from '../problems/problem.ts'
import { noticeRank, noticeText, problemText } from './problem-text.ts'

const file = 'gmon.out'
const offset = 1234

// One example per code: the compiler asks for a new one when a code is added.
const problems: { readonly [C in ProblemCode]: Extract<Problem, { code: C }> } = {
  'input/nothing-given': { code: 'input/nothing-given' },
  'input/profile-missing': { code: 'input/profile-missing', executable: 'islands' },
  'input/executable-missing': { code: 'input/executable-missing', profiles: [file] },
  'input/several-executables': { code: 'input/several-executables', files: ['a', 'b', 'c', 'd', 'e'] },
  'input/empty-file': { code: 'input/empty-file', file },
  'input/directory': { code: 'input/directory', file },
  'input/unknown-format': {
    code: 'input/unknown-format',
    file,
    looksLike: 'PNG image',
    firstBytes: '89504e470d0a1a0a',
  },
  'bytes/unreadable': { code: 'bytes/unreadable', file, reason: 'gone' },
  'bytes/out-of-bounds': {
    code: 'bytes/out-of-bounds',
    file,
    offset,
    what: 'section header',
    needed: 64,
    size: 10,
  },
  'elf/bad-header': { code: 'elf/bad-header', file, offset, what: 'class', found: 7 },
  'elf/truncated': { code: 'elf/truncated', file, offset, what: 'symbol table', expected: 48, found: 3 },
  'elf/no-symbols': { code: 'elf/no-symbols', file, stripped: true },
  'export/too-large': { code: 'export/too-large', what: 'gmon.sum', bytes: 2 ** 40 },
  'elf/no-text': { code: 'elf/no-text', file },
  'elf/address-too-large': { code: 'elf/address-too-large', file, address: '0xffffffff81000000' },
  'executable/bad-header': {
    code: 'executable/bad-header',
    format: 'PE',
    file,
    offset,
    what: 'PE signature',
    found: 7,
  },
  'executable/truncated': {
    code: 'executable/truncated',
    file,
    offset,
    what: 'symbol table',
    expected: 18,
    found: 3,
  },
  'executable/no-symbols': { code: 'executable/no-symbols', file, stripped: true },
  'executable/no-text': { code: 'executable/no-text', file, section: '.text' },
  'symbols/none-found': { code: 'symbols/none-found', file },
  'input/several-symbol-lists': { code: 'input/several-symbol-lists', files: ['a.map', 'b.map'] },
  'elf/not-executable': { code: 'elf/not-executable', file, kind: 'core' },
  'gmon/truncated-record': {
    code: 'gmon/truncated-record',
    file,
    offset,
    what: 'arc',
    expected: 20,
    found: 7,
  },
  'gmon/bad-tag': { code: 'gmon/bad-tag', file, offset, tag: 9 },
  'gmon/unsupported-version': { code: 'gmon/unsupported-version', file, offset, version: 2 },
  'gmon/bad-cookie': { code: 'gmon/bad-cookie', file, offset: 0 },
  'gmon/too-short': { code: 'gmon/too-short', file, offset: 0, size: 3 },
  'gmon/bad-bsd-header': { code: 'gmon/bad-bsd-header', file, offset: 0, low: 4096, high: 0, size: 7 },
  'gmon/dimension-changed': {
    code: 'gmon/dimension-changed',
    file,
    offset,
    from: 'seconds',
    to: 'misses',
  },
  'gmon/scale-changed': { code: 'gmon/scale-changed', file, offset, from: 2, to: 1 },
  'gmon/overlapping-histograms': { code: 'gmon/overlapping-histograms', file, offset },
  'gmon/rate-changed': { code: 'gmon/rate-changed', file, offset, from: 100, to: 1000 },
  'dwarf/damaged': { code: 'dwarf/damaged', file, offset, section: '.debug_info', what: 'form 77' },
  'dwarf/unsupported': {
    code: 'dwarf/unsupported',
    file,
    section: '.debug_info',
    what: 'zstd compression',
  },
  'host/worker-lost': { code: 'host/worker-lost', message: 'out of memory' },
  'host/cancelled': { code: 'host/cancelled' },
  bug: { code: 'bug', message: 'broken invariant', stack: 'at x' },
}

const notices: { readonly [C in NoticeCode]: Extract<Notice, { code: C }> } = {
  'file-skipped': { code: 'file-skipped', problem: problems['input/empty-file'] },
  'gmon/truncated-file': {
    code: 'gmon/truncated-file',
    problem: problems['gmon/truncated-record'],
    keptArcs: 3,
    keptHistograms: 1,
  },
  'no-samples': { code: 'no-samples' },
  'few-samples': { code: 'few-samples', samples: 9, rate: 100 },
  'no-histogram': { code: 'no-histogram' },
  'empty-profile': { code: 'empty-profile' },
  'no-arcs': { code: 'no-arcs' },
  'outside-program': {
    code: 'outside-program',
    ticks: 5,
    totalTicks: 50,
    droppedArcs: 1,
    totalArcs: 20,
  },
  'wrong-executable': { code: 'wrong-executable', matched: 3, total: 40, shift: 4096 },
  'bins-at-ceiling': { code: 'bins-at-ceiling', bins: 2 },
  'time-without-calls': { code: 'time-without-calls', functions: 2, ticks: 8 },
  'profiler-time': { code: 'profiler-time', ticks: 8, totalTicks: 90 },
  'odd-rate': { code: 'odd-rate', rate: 3 },
  'rates-differ': { code: 'rates-differ', first: 100, other: 1000, file },
  'scale-drift': { code: 'scale-drift', bytes: 12 },
  'counter-width': { code: 'counter-width', file, bits: 64, signed: false },
  'symbols-from-list': { code: 'symbols-from-list', file },
  'symbol-list-unused': { code: 'symbol-list-unused', file },
  'bsd-format': { code: 'bsd-format', file, dialect: 'bsd' },
  'sources-left-out': { code: 'sources-left-out', problem: problems['dwarf/unsupported'] },
  'position-independent': { code: 'position-independent', shift: 4194304 },
}

describe('words', () => {
  it.each(Object.values(problems))('for the problem $code', (problem) => {
    const words = problemText(problem)
    expect(words.title.length).toBeGreaterThan(3)
    expect(words.explanation).not.toMatch(/undefined|NaN|\[object/)
    if ('file' in problem) expect(words.title + words.explanation).toContain(file)
    if ('offset' in problem)
      expect(words.explanation).toContain(`byte ${problem.offset.toLocaleString('en-US')}`)
  })

  it.each(Object.values(notices))('for the notice $code', (notice) => {
    const words = noticeText(notice)
    expect(words.title.length).toBeGreaterThan(3)
    expect(words.explanation).not.toMatch(/undefined|NaN|\[object/)
    expect(noticeRank(notice)).toBeLessThan(3)
  })
})
