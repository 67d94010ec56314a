// Line sections of one function.
import { describe, expect, it } from 'vitest'
import { stringTableOf } from '../../base/string-table.ts'
import type { SourceRuns } from '../../formats/source-lines.ts'
import type { FunctionIndex } from '../call-graph-profile.ts'
import { PlacedLines, ticksOfRuns, type FunctionCode } from './function-lines.ts'

const CODE: FunctionCode = {
  f: 0 as FunctionIndex,
  from: 0x1000,
  to: 0x1040,
  next: 0x1040,
  last: 0x103f,
  lastIsOpen: false,
  isLeftOut: false,
}

/** Start, file and line ("?" for none) and function of each run. */
function runsOf(...rows: readonly (readonly [start: number, place: string, name: string])[]): SourceRuns {
  const files = [...new Set(rows.flatMap(([, place]) => (place === '?' ? [] : [place.split(':')[0] ?? ''])))]
  const names = [...new Set(rows.map(([, , name]) => name))]
  return {
    length: rows.length,
    start: Float64Array.from(rows, ([start]) => start),
    file: Int32Array.from(rows, ([, place]) => files.indexOf(place.split(':')[0] ?? '')),
    line: Uint32Array.from(rows, ([, place]) => Number(place.split(':')[1] ?? 0)),
    name: Int32Array.from(rows, ([, place, name]) => (place === '?' ? -1 : names.indexOf(name))),
    files: stringTableOf(files),
    names: stringTableOf(names),
  }
}

const told = (runs: SourceRuns): readonly string[] =>
  new PlacedLines(runs, new Float64Array(runs.length)).sections.map(
    ({ name, file, line }) => `${name} ${file} ${line.join()}`,
  )

describe('sections of a function', () => {
  it('are its own lines, and those of each function that was inlined', () => {
    const runs = runsOf([0x1000, 'a.c:1', 'f'], [0x1010, 'a.c:9', 'g'], [0x1020, 'a.c:2', 'f'])
    expect(told(runs)).toEqual(['f a.c 1,2', 'g a.c 9'])
  })

  it('have code that nothing names among its own', () => {
    const padded = runsOf([0x1000, 'a.c:1', 'f'], [0x1010, 'a.c:9', 'g'], [0x1020, 'a.c:2', ''])
    expect(told(padded)).toEqual(['f a.c 1,2', 'g a.c 9'])
    const first = runsOf([0x1000, 'a.c:1', ''], [0x1010, 'a.c:2', 'f'])
    expect(told(first)).toEqual(['f a.c 1,2'])
  })

  it('are one for each file where nothing is named', () => {
    const split = runsOf([0x1000, 'a.c:1', ''], [0x1010, 'a.h:9', ''], [0x1020, 'a.c:2', ''])
    expect(told(split)).toEqual([' a.c 1,2', ' a.h 9'])
  })
})

it('sections of one function read none of the other names of a program', () => {
  const runs = runsOf([0x1000, 'a.c:1', 'f'], [0x1010, 'a.c:9', 'g'], [0x1020, 'a.c:2', ''])
  let reads = 0
  const names = {
    ...stringTableOf(['f', 'g', '', ...Array.from({ length: 1000 }, (_, at) => `other ${at}`)]),
    get bytes() {
      reads++
      return runs.names.bytes
    },
  }
  expect(told({ ...runs, names })).toEqual(told(runs))
  expect(reads).toBe(2)
})

describe('samples of runs', () => {
  const bins = [{ low: 0x1000, bins: Float64Array.from({ length: 16 }, () => 1) }]

  it('that reach into the padding behind the last line are that line’s', () => {
    const runs = runsOf([0x1000, 'a.c:1', 'f'], [0x1020, 'a.c:2', 'f'], [0x1030, '?', ''])
    expect([...ticksOfRuns(runs, CODE, bins, 2)]).toEqual([8, 8, 0])
  })

  it('stay where they are if what has no line is more than padding, or all there is', () => {
    const long = runsOf([0xff0, 'a.c:1', 'f'], [0x1000, '?', ''])
    expect([...ticksOfRuns(long, CODE, bins, 2)]).toEqual([0, 16])
    expect([...ticksOfRuns(runsOf([0x1000, '?', '']), CODE, bins, 2)]).toEqual([16])
  })
})
