// Attributing calls to lines in a function whose calls are close together.
import { describe, expect, it } from 'vitest'
import { asColumn } from '../../base/columns.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../call-graph-profile.ts'
import { CallTargets } from './call-targets.ts'
import { type CodeCall, LineCallTally } from './line-calls.ts'
import { codeOfFunction, PlacedLines } from './function-lines.ts'

const NAMES = ['caller', 'one', 'two', 'three']
const START = 0x1000
const SIZE = 0x100
const POINTER = NaN

const addressOf = (name: string): number => START + SIZE * NAMES.indexOf(name)
/** Behind the function's own call of the profiler. */
const CALLED_AT = 0x10

const functions: FunctionTable = {
  length: NAMES.length,
  address: asColumn(Float64Array.from(NAMES, addressOf)),
  last: asColumn(Float64Array.from(NAMES, (name) => addressOf(name) + SIZE - 1)),
  names: stringTableOf(NAMES),
  isStatic: asColumn(new Uint8Array(NAMES.length)),
  isFunction: asColumn(new Uint8Array(NAMES.length).fill(1)),
  isLeftOut: asColumn(new Uint8Array(NAMES.length)),
  selfTicks: asColumn(new Float64Array(NAMES.length)),
  calls: asColumn(new Float64Array(NAMES.length)),
  selfCalls: asColumn(new Float64Array(NAMES.length)),
}

/**
 * Four bytes of code per line, from line 1 on; none where it is 0. Calls in the code, and arcs,
 * return to `next`.
 */
function callsOf(
  lines: readonly number[],
  calls: readonly (readonly [next: number, target: string | typeof POINTER])[],
  arcs: readonly (readonly [from: number, to: string, count: number])[],
): readonly string[] {
  const code = codeOfFunction(functions, 0 as FunctionIndex, false)
  const runs = {
    length: lines.length,
    start: Float64Array.from(lines, (_, at) => START + 4 * at),
    file: Int32Array.from(lines, (line) => (line === 0 ? -1 : 0)),
    line: Uint32Array.from(lines),
    name: Int32Array.from(lines, (line) => (line === 0 ? -1 : 0)),
    files: stringTableOf(['a.c']),
    names: stringTableOf(['caller']),
  }
  const placed = new PlacedLines(runs, new Float64Array(lines.length))
  const inCode = calls.map(([next, target]): CodeCall => ({
    target: typeof target === 'string' ? addressOf(target) : target,
    next: START + next,
  }))
  const tally = new LineCallTally(code, placed, new CallTargets(functions), inCode)
  tally.add(
    {
      length: arcs.length,
      from: Float64Array.from(arcs, ([from]) => START + from),
      self: Float64Array.from(arcs, ([, to]) => addressOf(to) + CALLED_AT),
      count: Float64Array.from(arcs, ([, , count]) => count),
    },
    16,
  )
  const { length, section, row, child, count, isSure, orLine } = tally.result()
  return Array.from({ length }, (_, at) => {
    const line = placed.sections[section[at]]?.line[row[at]] ?? '?'
    const or = orLine[at] > 0 ? ` or ${orLine[at]}` : ''
    return `${line}${isSure[at] ? '' : ' ≈'}${or} ${NAMES[child[at]]} ${count[at]}`
  })
}

describe('the line that made a call', () => {
  const lines = [1, 2, 3, 4, 5, 6, 7, 8]

  it('is that of the only call of the function', () => {
    const calls = [
      [0x14, 'one'],
      [0x18, 'two'],
      [0x1c, POINTER],
    ] as const
    expect(callsOf(lines, calls, [[0x10, 'two', 3]])).toEqual(['6 two 3'])
  })

  it('is the first of several, with another one named', () => {
    const calls = [
      [0x14, 'one'],
      [0x18, 'two'],
      [0x1c, 'one'],
    ] as const
    expect(callsOf(lines, calls, [[0x10, 'one', 3]])).toEqual(['5 ≈ or 7 one 3'])
  })

  it('is that of a call through a pointer, or of a function that may have jumped to the one that was called', () => {
    expect(callsOf(lines, [[0x18, POINTER]], [[0x10, 'one', 3]])).toEqual(['6 one 3'])
    expect(callsOf(lines, [[0x18, 'two']], [[0x10, 'one', 3]])).toEqual(['6 one 3'])
    const either = [
      [0x14, 'two'],
      [0x1c, POINTER],
    ] as const
    expect(callsOf(lines, either, [[0x10, 'one', 3]])).toEqual(['7 ≈ or 5 one 3'])
  })

  it('is never that of the profiler’s own call', () => {
    const calls = [
      [CALLED_AT, POINTER],
      [0x18, 'two'],
    ] as const
    const arcs = [
      [0x10, 'one', 3],
      // Calls itself, far enough away not to matter.
      [0x40, 'caller', 1],
    ] as const
    expect(callsOf(lines, calls, arcs)).toContain('6 one 3')
    expect(callsOf(lines, calls, arcs.slice(0, 1))).toEqual(['4 ≈ or 6 one 3'])
  })

  it('is not known, or not sure, where a call is in code without a line', () => {
    const holed = [1, 2, 3, 4, 5, 0, 7, 8]
    expect(callsOf(holed, [[0x18, 'one']], [[0x10, 'one', 3]])).toEqual(['? ≈ one 3'])
    const both = [
      [0x14, 'one'],
      [0x18, 'one'],
    ] as const
    expect(callsOf(holed, both, [[0x10, 'one', 3]])).toEqual(['5 ≈ one 3'])
  })

  it('is one of those of the bytes where no call is known', () => {
    expect(callsOf(lines, [], [[0x10, 'one', 3]])).toEqual(['4 ≈ or 8 one 3'])
    expect(callsOf([1, 1, 1, 1, 1, 1, 1, 1], [], [[0x10, 'one', 3]])).toEqual(['1 one 3'])
  })
})
