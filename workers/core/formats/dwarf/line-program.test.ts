import { expect, it } from 'vitest'
import type { ProblemError } from '../../problems/problem-error.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { WorkBudget } from './work-budget.ts'
import { decodeLineProgram, type LineRows } from './line-program.ts'
import type { LineHeader } from './line-header.ts'

const NONE = { path: { form: 0, value: 0 }, directory: 0 }
const HEADER: LineHeader = {
  version: 5,
  offsetSize: 4,
  addressSize: 8,
  start: 0,
  programAt: 0,
  minimumInstruction: 1,
  maximumOperations: 1,
  segmentSize: 0,
  lineBase: -5,
  lineRange: 14,
  opcodeBase: 13,
  operands: [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1],
  directories: [NONE.path],
  files: [NONE, NONE],
}
const [COPY, END] = [1, [0, 1, 1]]
/** Advances by one byte, and by one line. */
const NEXT = 13 + 14 + 6
const setAddress = (address: number): readonly number[] => [0, 5, 2, address, 0, 0, 0]
/** Bytes; many times what those that tables of one kind may take make. */
const LONG = 40e6

function run(pattern: readonly number[]): { readonly rows: LineRows; readonly told: readonly unknown[] } {
  return runBytes(Buffer.alloc(pattern.length * Math.floor(LONG / pattern.length), Uint8Array.from(pattern)))
}

function runBytes(
  bytes: Uint8Array,
  header = HEADER,
): { readonly rows: LineRows; readonly told: readonly unknown[] } {
  const cursor = new DwarfCursor({
    file: 'prog',
    section: '.debug_line',
    offset: 0,
    bytes,
    bigEndian: false,
    allowance: new WorkBudget(0),
  })
  const told: unknown[] = []
  const onTooMuch = ({ problem }: ProblemError): void => void told.push('what' in problem && problem.what)
  const rules = { gprofQuirks: false, addressSize: 8 }
  return { rows: decodeLineProgram(cursor, header, bytes.length, rules, onTooMuch), told }
}

/** Address and line of each row. */
function rowsOf(program: readonly number[], change: Partial<LineHeader> = {}): readonly string[] {
  const { rows } = runBytes(Uint8Array.from(program), { ...HEADER, files: [...HEADER.files], ...change })
  return Array.from({ length: rows.length }, (_, row) => {
    const mark = rows.isEnd[row] === 1 ? ' end' : ''
    return `${rows.address[row]}:${rows.line[row]}${mark}`
  })
}

it('const_add_pc advances as the last special opcode does, without its line', () => {
  const [CONST_ADD_PC, LAST] = [8, 255]
  for (const lineRange of [1, 2, 7, 11, 14, 121, 242, 243]) {
    const [advanced] = rowsOf([CONST_ADD_PC, COPY], { lineRange, lineBase: 0 })
    const [special] = rowsOf([LAST], { lineRange, lineBase: 0 })
    expect(advanced).toBe(`${Math.floor(242 / lineRange)}:1`)
    expect(special?.split(':')[0]).toBe(advanced?.split(':')[0])
  }
})

it('fixed_advance_pc and set_address begin at the first operation of an instruction', () => {
  const [ADVANCE, FIXED] = [2, 9]
  const change = { maximumOperations: 3, minimumInstruction: 16 }
  // Two operations, then two more: the fourth is the first but one of the next instruction.
  expect(rowsOf([ADVANCE, 2, COPY, ADVANCE, 2, COPY], change)).toEqual(['0:1', '16:1'])
  expect(rowsOf([ADVANCE, 2, FIXED, 32, 0, COPY, ADVANCE, 2, COPY], change)).toEqual(['32:1', '32:1'])
  expect(rowsOf([ADVANCE, 2, ...setAddress(48), COPY, ADVANCE, 2, COPY], change)).toEqual(['48:1', '48:1'])
})

it('what is not known is passed over by its length, and what claims more than there is ends the program', () => {
  expect(rowsOf([COPY, 0, 4, 0x90, 1, 1, 1, NEXT])).toEqual(['0:1', '1:2'])
  expect(rowsOf([COPY, 0, 1, 0x90, NEXT])).toEqual(['0:1', '1:2'])
  expect(rowsOf([COPY, 0, 3, 0x90, NEXT])).toEqual(['0:1'])
  expect(rowsOf([COPY, 0, 0, NEXT])).toEqual(['0:1'])
  expect(rowsOf([COPY, NEXT, 0, 9, 1])).toEqual(['0:1', '1:2'])
  // A set_address whose own length reaches the end exactly is whole.
  expect(rowsOf([COPY, NEXT, 0, 2, 0x90, 0])).toEqual(['0:1', '1:2'])
  // A standard opcode of another producer, with two operands.
  const change = { opcodeBase: 15, operands: [...HEADER.operands, 2, 0] }
  expect(rowsOf([COPY, 13, 0x81, 1, 5, COPY, 14, COPY], change)).toEqual(['0:1', '0:1', '0:1'])
})

it('files that it defines are added, but for one without a name', () => {
  const files = [...HEADER.files]
  const define = (...name: readonly number[]): readonly number[] => [
    0,
    name.length + 5,
    3,
    ...name,
    0,
    0,
    0,
    0,
  ]
  const { rows } = runBytes(
    Uint8Array.from([...define(97), 0, 5, 3, 0, 0, 0, 0, COPY, ...define(98), NEXT]),
    {
      ...HEADER,
      files,
    },
  )
  expect(rows.length).toBe(2)
  expect(files).toHaveLength(HEADER.files.length + 2)
})

it.each([
  [2000, false],
  [40_000, true],
])('a program of %d bytes that does nothing costs by its length', (length, isTooMuch) => {
  const allowance = new WorkBudget(0)
  const place = { file: 'prog', section: '.debug_line' }
  // All but some thousand of what there is.
  for (let left = 48e6 - 4000; left > 0; left -= 1e6) allowance.spend(Math.min(left, 1e6), place)
  const bytes = new Uint8Array(length).fill(6)
  const cursor = new DwarfCursor({ ...place, offset: 0, bytes, bigEndian: false, allowance })
  const told: unknown[] = []
  decodeLineProgram(cursor, HEADER, length, { gprofQuirks: false, addressSize: 8 }, (error) =>
    told.push(error),
  )
  expect(allowance.isSpent).toBe(isTooMuch)
  expect(told).toHaveLength(Number(isTooMuch))
})

it('rows that go back and ends of sequences, which take more than others, are kept fewer of', () => {
  const told = ['more rows in one unit than any program of this size']
  const onwards = run([NEXT])
  expect(onwards.told).toEqual(told)
  for (const pattern of [
    [...setAddress(9), COPY, ...setAddress(5), COPY],
    [...setAddress(9), COPY, NEXT, ...END],
  ]) {
    const { rows, told: toldOf } = run(pattern)
    expect(toldOf).toEqual(told)
    expect(rows.length).toBe(onwards.rows.length / 2)
  }
})

it('a sequence goes back to before the one in front of it without counting as more', () => {
  const many = Array.from({ length: 200 }, () => NEXT)
  const { rows } = run([...setAddress(9), ...many, ...END, ...setAddress(5), ...many, ...END])
  expect(rows.length).toBe(run([NEXT]).rows.length)
})
