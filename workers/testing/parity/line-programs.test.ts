// Line programs opcode by opcode, as no compiler writes them: gprof and we read the same lines out of them.
import { beforeAll, expect, test } from 'vitest'
import type { DwarfUnit, LineOpcodes, LineProgram, LineStep } from '../builders/dwarf-spec.ts'
import { compareFuzzCase } from '../fuzz/fuzz-compare.ts'
import { requireTools } from '../gprof/live-gprof.ts'
import type { RandomCase } from '../random/random-case.ts'
import type { OptionPiece } from '../random/random-options.ts'

beforeAll(() => requireTools(['gprof', 'gcc', 'timeout']))

const START = 0x401000
const at = (offset: number): LineStep => ['address', START + offset]
const lines = (more: number): LineStep => ['advanceLine', more]
const advance = (instructions: number): LineStep => ['advancePc', instructions]
const fixed = (bytes: number): LineStep => ['fixedAdvancePc', bytes]
const file = (number: number): LineStep => ['file', number]
const define: LineStep = ['defineFile', 'two.cc']
const bytes = (...values: number[]): LineStep => ['bytes', values]
const [row, most, end]: LineStep[] = [['copy'], ['constAddPc'], ['end']]
/** Two lines, the second from 16 bytes on; the bytes between are skipped or not. */
const around = (...between: LineStep[]): LineStep[] => [
  at(0), lines(4), row, ...between, at(16), lines(1), row, at(64), end,
] // prettier-ignore

interface Case {
  readonly steps: readonly LineStep[]
  readonly program?: Partial<LineProgram>
  readonly opcodes?: Partial<LineOpcodes>
  readonly unit?: Partial<DwarfUnit>
}

const CASES: Readonly<Record<string, Case>> = {
  'an extended opcode nobody knows': { steps: around(bytes(0, 2, 0x55, 0)) },
  'one before all rows': { steps: [bytes(0, 1, 0x55), ...around()] },
  'one for users': { steps: around(bytes(0, 4, 0x81, 1, 2, 3)) },
  "Hewlett-Packard's": { steps: around(bytes(0, 4, 0x80, 1, 2, 3)) },
  "Hewlett-Packard's, longer than the program": { steps: around(bytes(0, 100, 0x80, 1, 2, 3)) },
  'an extended opcode without a length': { steps: around(bytes(0, 0)) },
  'one of no length before an end': { steps: around(bytes(0, 0, 1)) },
  'an address shorter than the unit has them': { steps: [bytes(0, 5, 2, 0, 0x10, 0x40, 0), ...around()] },
  'an address said to be shorter than it is': {
    steps: [bytes(0, 5, 2, 0, 0x10, 0x40, 0, 0, 0, 0, 0), lines(4), row, advance(64), end],
  },
  'an address said to be longer than it is': {
    steps: [bytes(0, 12, 2, 0, 0x10, 0x40, 0, 0, 0, 0, 0, 1, 1, 1), lines(4), row, advance(64), end],
  },
  'a discriminator said to be longer than it is': { steps: around(bytes(0, 3, 4, 1, 1)) },
  'a discriminator said to be shorter than it is': { steps: around(bytes(0, 2, 4, 0x81, 1)) },
  'an end said to be longer than it is': { steps: [at(0), lines(4), row, at(64), bytes(0, 3, 1, 1, 1)] },
  'an end far beyond the code': { steps: [at(0), lines(4), row, advance(0x100000), end] },
  'an end beyond all addresses that we have': { steps: [at(0), lines(4), row, advance(2 ** 60), end] },
  'a step back': {
    steps: [at(0), lines(4), row, advance(32), lines(1), row, advance(-16), lines(1), row, advance(48), end],
  },
  'an end before the last row': { steps: [at(0), lines(4), row, advance(32), lines(1), row, advance(-16), end] },
  'an end before all rows': { steps: [at(16), lines(4), row, at(0), end, at(8), lines(5), row, at(64), end] },
  'a row before the first': { steps: [at(16), lines(4), row, at(32), lines(1), row, at(0), lines(1), row, at(64), end] },
  'several before the first, and among the others': {
    steps: [
      ...[16, 32, 0, 24, 8, 48, 4].flatMap((offset) => [at(offset), lines(1), row]),
      at(64), end,
    ], // prettier-ignore
  },
  'one among the others, then one before the first': {
    steps: [...[16, 32, 24, 0].flatMap((offset) => [at(offset), lines(1), row]), at(64), end],
  },
  'several rows of one address, not one after another': {
    steps: [...[0, 16, 32, 16, 32, 16].flatMap((offset) => [at(offset), lines(1), row]), at(64), end],
  },
  'no end': { steps: [at(0), lines(4), row, at(16), lines(1), row, at(64), lines(1), row] },
  'no end, and a function beyond what the unit says': {
    steps: [at(0), lines(4), row, at(16), lines(1), row, at(64), lines(1), row],
    unit: {
      ranges: [[START, START + 8]],
      functions: [{ linkageName: 'next', ranges: [[START + 0x18, START + 0x40]] }],
    },
  },
  'no end, and none of its functions beyond': {
    steps: [at(0), lines(4), row, at(16), lines(1), row, at(64), lines(1), row],
    unit: { ranges: [[START, START + 8]] },
  },
  'sequences of nothing': { steps: [at(0), end, at(16), lines(4), row, end, at(0), lines(4), row, at(64), end] },
  'sequences that overlap': {
    steps: [at(0), lines(4), row, at(32), end, at(16), lines(9), row, at(24), lines(1), row, at(64), end],
  },
  'a sequence within another': { steps: [at(0), lines(4), row, at(64), end, at(16), lines(9), row, at(24), end] },
  'no files': { steps: around(), unit: { files: [], mainFile: ['one.c', 0] } },
  'files that only the program defines': {
    steps: [define, at(0), lines(4), row, file(1), at(16), lines(1), row, at(32), end, at(32), lines(9), row, at(64), end],
    unit: { files: [], mainFile: ['one.c', 0] },
  },
  'a file that is defined after it was named': {
    steps: [at(0), file(2), lines(4), row, define, at(16), lines(1), row, at(32), file(2), lines(1), row, at(64), end],
  },
  'file 0': { steps: around(file(0)) },
  'a file without an entry': { steps: around(file(9)) },
  'file numbers beyond 2^32': { steps: around(file(2 ** 32 + 1)) },
  'lines below 0': { steps: [at(0), lines(-4), row, at(16), lines(10), row, at(64), end] },
  'instructions of two bytes': {
    steps: [at(0), lines(4), row, advance(8), lines(1), row, most, lines(1), row, fixed(3), row, bytes(33), advance(10), end],
    opcodes: { leastInstruction: 2 },
  },
  'instructions of no bytes': {
    steps: [at(0), lines(4), row, advance(8), lines(1), row, most, row, bytes(33), fixed(40), end],
    opcodes: { leastInstruction: 0 },
  },
  'three operations an instruction, by special opcodes': {
    steps: [at(0), lines(4), row, bytes(33, 48, 62), most, lines(1), row, fixed(16), lines(1), row, at(64), end],
    program: { maximumOperations: 3 },
    opcodes: { leastInstruction: 4 },
  },
  'three operations an instruction, by advances': {
    steps: [at(0), lines(4), row, advance(49), lines(1), row, at(64), end],
    program: { maximumOperations: 3 },
  },
  'no operations': { steps: around(), program: { maximumOperations: 0 } },
  'segments': { steps: around(), program: { segmentSelectorSize: 4 } },
  'a line range of 0 and no special opcodes': { steps: around(), opcodes: { range: 0 } },
  'a line range of 0 and one': { steps: around(bytes(19)), opcodes: { range: 0 } },
  'a line range of 0 and what the highest would add': { steps: around(most), opcodes: { range: 0 } },
  'a number that is cut off': { steps: [...around(), at(0), bytes(2, 0x80)] },
  'an extended opcode that is cut off': { steps: [...around(), bytes(0)] },
  'an extended opcode cut off behind its length': { steps: [...around(), at(0), bytes(0, 1)] },
  'an address that is cut off': { steps: [...around(), bytes(0, 9, 2, 1)] },
  'zeros at the end': { steps: [...around(), bytes(0, 0, 0, 0)] },
} // prettier-ignore

const ASKED: readonly (readonly OptionPiece[])[] = [
  // Of each function only where it begins.
  [['-b'], ['-p'], ['-z'], ['--inline-file-names']],
  [['-b'], ['-C'], ['-z'], ['-l']],
]

const OPCODES: LineOpcodes = { leastInstruction: 1, base: -5, range: 14, opcodeBase: 13 }

test.each(Object.entries(CASES))('%s', async (_, one) => {
  for (const options of ASKED) {
    for (const version of [5, 4, 2] as const) {
      const made = madeCase(one, version, version === 4 ? null : [[START, START + 64]])
      const verdict = await compareFuzzCase({
        made,
        options,
        damaged: null,
        symbols: null,
        map: null,
        operands: 'last',
        isChain: false,
      })
      expect(verdict, `DWARF ${version}, ${options.flat().join(' ')}`).toEqual({
        kind: 'same',
        zeroed: false,
      })
    }
  }
})

function madeCase(
  { steps, program, opcodes, unit }: Case,
  version: 2 | 4 | 5,
  ranges: DwarfUnit['ranges'],
): RandomCase {
  return {
    seed: 0,
    elf: {
      text: { address: START, bytes: new Uint8Array(64) },
      symbols: [
        { name: 'main', address: START, size: 0x18 },
        { name: 'next', address: START + 0x18, size: 0x28 },
        { name: 'etext', address: START + 64 },
      ],
    },
    profiles: [
      {
        records: [
          { kind: 'histogram', low: START, high: START + 64, bins: Array.from({ length: 16 }, () => 1) },
        ],
      },
    ],
    lines: {
      version,
      units: [
        {
          folder: null,
          files: [['one.c', 0]],
          sequences: [],
          ranges,
          functions: [{ linkageName: 'main', ranges: [[START, START + 0x18]] }],
          opcodes: { ...OPCODES, ...opcodes },
          program: { steps, ...program },
          ...unit,
        },
      ],
    },
  }
}
