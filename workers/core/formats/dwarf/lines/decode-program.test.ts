import { expect, it } from 'vitest'
import type { ProblemError } from '../../../problems/problem-error.ts'
import { Allowance } from '../allowance.ts'
import { DwarfCursor } from '../dwarf-cursor.ts'
import type { LineHeader } from './decode-header.ts'
import { decodeLineProgram, type LineRows } from './decode-program.ts'

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
  const bytes = Buffer.alloc(pattern.length * Math.floor(LONG / pattern.length), Uint8Array.from(pattern))
  const cursor = new DwarfCursor({
    file: 'prog',
    section: '.debug_line',
    offset: 0,
    bytes,
    bigEndian: false,
    allowance: new Allowance(0),
  })
  const told: unknown[] = []
  const onTooMuch = ({ problem }: ProblemError): void => void told.push('what' in problem && problem.what)
  const rules = { gprofQuirks: false, addressSize: 8 }
  return { rows: decodeLineProgram(cursor, HEADER, bytes.length, rules, onTooMuch), told }
}

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
