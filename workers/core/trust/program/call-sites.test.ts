// Call sites of arcs in small pieces of x86-64 code.
import { describe, expect, it } from 'vitest'
import { stringTableOf } from '../../base/string-table.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import type { RawExecutable } from '../../formats/format.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { callerGrain, type CallSiteScore, contradicts, scoreCallSites } from './call-sites.ts'

const TEXT = 0x1000
const SIZE = 0x80
const NAMES = ['mcount', 'main', 'work', 'leaf', 'silent', '__x86_indirect_thunk_rax']
const start = (name: string): number => TEXT + SIZE * NAMES.indexOf(name)
/** Where each function comes back to from its call of mcount, its first instruction. */
const site = (name: string): number => start(name) + 5

const near =
  (opcode: number) =>
  (at: number, target: number): readonly number[] => [
    opcode,
    ...new Uint8Array(Int32Array.of(target - at - 5).buffer),
  ]
const call = near(0xe8)
const jump = near(0xe9)

type Instruction = (at: number) => readonly number[]

/** Code of the functions, each of which calls mcount first; `silent` does not. By default all else is NOP. */
function program(instructions: Readonly<Record<number, Instruction>>, change: Partial<RawExecutable> = {}) {
  const bytes = new Uint8Array(NAMES.length * SIZE).fill(0x90)
  for (const name of ['main', 'work', 'leaf'])
    bytes.set(call(start(name), start('mcount')), start(name) - TEXT)
  for (const [at, instruction] of Object.entries(instructions))
    bytes.set(instruction(Number(at)), Number(at) - TEXT)
  const raw = {
    machine: 62,
    wordSize: 8,
    bigEndian: false,
    textOffset: 0,
    textStart: TEXT,
    textLast: TEXT + bytes.length - 1,
    ...change,
  } as unknown as RawExecutable
  return { source: memorySource('program', bytes), raw }
}

const length = NAMES.length
const symbols: SymbolTable = {
  length,
  address: Float64Array.from(NAMES, start),
  last: Float64Array.from(NAMES, (name) => start(name) + SIZE - 1),
  isStatic: new Uint8Array(length),
  isFunction: new Uint8Array(length).fill(1),
  names: stringTableOf(NAMES),
  lastIsOpen: false,
}

type Arc = readonly [from: number, self: number]

const score = (
  { source, raw }: ReturnType<typeof program>,
  arcs: readonly Arc[],
  grain = 16,
): Promise<CallSiteScore | null> =>
  scoreCallSites(
    source,
    raw,
    symbols,
    {
      length: arcs.length,
      from: Float64Array.from(arcs, ([from]) => from),
      self: Float64Array.from(arcs, ([, self]) => self),
    },
    grain,
  )

/** Checked and missing: of callees, of callers. */
async function counts(...asked: Parameters<typeof score>): Promise<readonly number[] | null> {
  const found = await score(...asked)
  return found && [found.callees.total, found.callees.missing, found.callers.total, found.callers.missing]
}

/** In `main`: comes back to `main` + 0x25, which is recorded as + 0x20. */
const CALL = start('main') + 0x20
const ARC: Arc = [CALL, site('work')]
const callWork: Instruction = (at) => call(at, start('work'))

describe('where callees call the profiler', () => {
  it.each([
    ['to the byte', site('work'), [1, 0]],
    ['a byte before', site('work') - 1, [1, 1]],
    ['a byte behind', site('work') + 1, [1, 1]],
    ['beyond what a prologue takes', site('work') + 0x70, [0, 0]],
    ['a function that does not call in its first bytes', site('silent'), [0, 0]],
    ['before all code', 0x800, [0, 0]],
  ])('%s', async (_, self, expected) => {
    expect((await counts(program({}), [[CALL, self]], 0))?.slice(0, 2)).toEqual(expected)
  })

  it('counts each callee once', async () => {
    expect(await counts(program({}), [ARC, [CALL + 16, site('work')]], 0)).toEqual([1, 0, 0, 0])
  })
})

describe('a call that can have led to the callee', () => {
  const indirect: Instruction = () => [0xff, 0xd0]
  it.each<readonly [string, Readonly<Record<number, Instruction>>, number]>([
    ['calls it', { [CALL]: callWork }, 0],
    ['comes back to the recorded address', { [CALL - 5]: callWork }, 0],
    ['comes back to the last byte of the grain', { [CALL + 10]: callWork }, 0],
    ['comes back one byte before', { [CALL - 6]: callWork }, 1],
    ['comes back one byte behind the grain', { [CALL + 11]: callWork }, 1],
    ['calls another function', { [CALL]: (at) => call(at, start('leaf')) }, 1],
    ['calls through a pointer', { [CALL]: indirect }, 0],
    [
      'calls through a pointer by way of a return',
      { [CALL]: (at) => call(at, start('__x86_indirect_thunk_rax')) },
      0,
    ],
    ['calls code out of the program, which may call back', { [CALL]: (at) => call(at, 0x900) }, 0],
    ['jumps', { [CALL]: (at) => jump(at, start('work')) }, 1],
    ['none', {}, 1],
    [
      'calls a function that ends in a jump to it',
      { [CALL]: (at) => call(at, start('leaf')), [start('leaf') + 0x20]: (at) => jump(at, start('work')) },
      0,
    ],
    [
      'calls one that jumps to one that jumps to it',
      {
        [CALL]: (at) => call(at, start('leaf')),
        [start('leaf') + 0x20]: (at) => jump(at, start('silent')),
        [start('silent') + 0x20]: (at) => jump(at, start('work')),
      },
      0,
    ],
    [
      'calls code without a name behind it, which jumps to it',
      {
        [CALL]: (at) => call(at, start('work') + 0x40),
        [start('work') + 0x50]: (at) => jump(at, start('work')),
      },
      0,
    ],
    [
      'calls code without a name behind it, which jumps into it',
      {
        [CALL]: (at) => call(at, start('work') + 0x40),
        [start('work') + 0x50]: (at) => jump(at, site('work') + 1),
      },
      1,
    ],
    [
      'calls one that jumps through a pointer',
      { [CALL]: (at) => call(at, start('leaf')), [start('leaf') + 0x20]: () => [0xff, 0xe0] },
      0,
    ],
    [
      'calls two that jump to each other',
      {
        [CALL]: (at) => call(at, start('leaf')),
        [start('leaf') + 0x20]: (at) => jump(at, start('silent')),
        [start('silent') + 0x20]: (at) => jump(at, start('leaf')),
      },
      1,
    ],
  ])('%s', async (_, code, missing) => {
    expect(await counts(program(code), [ARC])).toEqual([1, 0, 1, missing])
  })

  it('that is missing is named by the ends of its arc', async () => {
    const twice = await score(program({}), [ARC, [CALL + 16, site('work')]])
    expect(twice?.unexplained).toEqual([[NAMES.indexOf('main'), NAMES.indexOf('work')]])
    expect((await score(program({ [CALL]: callWork }), [ARC]))?.unexplained).toEqual([])
  })

  it('is none that the profiler recorded as its own', async () => {
    // The grain holds the call of mcount through a pointer that `work` begins with.
    const recursion: Arc = [start('work'), site('work')]
    expect(await counts(program({}), [recursion])).toEqual([1, 0, 1, 1])
    expect(await counts(program({ [start('work') + 6]: callWork }), [recursion])).toEqual([1, 0, 1, 0])
  })

  it('may end the function before, if the callee never returns', async () => {
    const last = start('work') - 5
    const arc: Arc = [start('work'), site('leaf')]
    const code = { [last]: (at: number) => call(at, start('leaf')) }
    expect(await counts(program(code), [arc, ARC])).toEqual([2, 0, 2, 1])
  })

  it('is not looked for in functions that count no calls, out of the code, and where the grain is unknown', async () => {
    expect(await counts(program({}), [[start('silent') + 0x20, site('work')]])).toEqual([1, 0, 0, 0])
    expect(await counts(program({}), [[0x800, site('work')]])).toEqual([1, 0, 0, 0])
    expect(await counts(program({}), [ARC], 0)).toEqual([1, 0, 0, 0])
  })
})

it.each([{ machine: 2 }, { bigEndian: true }, { textOffset: null }])('%j: not known', async (change) => {
  expect(await counts(program({}, change), [ARC])).toBeNull()
})

it('reads no code that the file does not hold', async () => {
  expect(await counts(program({}, { textOffset: 0x100000 }), [ARC])).toEqual([0, 0, 0, 0])
})

it.each([
  [0, 0, false],
  [100, 1, false],
  [99, 1, true],
  [200, 3, true],
])('of %d checked and %d missing: contradicts is %s', (total, missing, expected) => {
  expect(contradicts({ total, missing })).toBe(expected)
})

it('glibc rounds by two words', () => {
  expect([callerGrain(4), callerGrain(8)]).toEqual([8, 16])
})
