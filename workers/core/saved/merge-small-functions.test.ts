// Tests of merged functions: what remains of the others, in one row or none.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { asArray, asColumn, NONE } from '../base/columns.ts'
import { stringAt, type StringIndex, stringTableOf } from '../base/string-table.ts'
import { checkProfile } from '../../testing/check-profile.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { rawName } from '../names/names.ts'
import { fold, mergePossibleArcs } from './merge-small-functions.ts'

const WHOLE = profileFromText(`main 1; parse 20; lex 30; log 4; unused 0
  main -> parse 1; parse -> lex 5; main -> log 2; log -> lex 3; log -> parse 7; lex -> log 1`)
/** By function, in the order of their names. */
const FILES = ['main.c', 'gone.c', 'parse.c']
const SOURCES = {
  fileOf: asColumn(Int32Array.of(0, 2, 2, 1, NONE)),
  lineOf: asColumn(Int32Array.of(10, 20, 30, 40, NONE)),
  files: stringTableOf(FILES),
} as unknown as NonNullable<CallGraphProfile['sources']>

const namesIn = ({ functions }: CallGraphProfile): string[] =>
  Array.from({ length: functions.length }, (_, f) => rawName(functions, f as FunctionIndex))

const keeping = (...names: readonly string[]): Uint8Array =>
  Uint8Array.from(namesIn(WHOLE), (name) => (names.includes(name) ? 1 : 0))

/** "main 1 main.c:10" */
function rowsIn(plain: CallGraphProfile): readonly string[] {
  const { functions, sources } = plain
  return namesIn(plain).map((name, row) => {
    const f = row as FunctionIndex
    const file = sources?.fileOf[f] ?? NONE
    const place =
      sources && file !== NONE
        ? ` ${stringAt(sources.files, file as number as StringIndex)}:${sources.lineOf[f]}`
        : ''
    return `${name} ${functions.selfTicks[f]}${place}`
  })
}

function arcsIn(plain: CallGraphProfile): readonly string[] {
  const { arcs } = plain
  const names = namesIn(plain)
  return Array.from({ length: arcs.length }, (_, row) => {
    const arc = row as ArcIndex
    return `${names[arcs.parent[arc]]} -> ${names[arcs.child[arc]]} ${arcs.count[arc]}`
  })
}

describe('a profile without some functions', () => {
  it('has these as one, with their samples and calls, which nobody calls', () => {
    const { plain, cameFrom, ticks } = fold({ ...WHOLE, sources: SOURCES }, keeping('parse', 'lex'))
    checkProfile(plain)
    expect(ticks).toBe(5)
    expect([...cameFrom]).toEqual([-1, 1, 2])
    expect(rowsIn(plain)).toEqual(['(functions left out) 5', 'parse 20 parse.c:20', 'lex 30 parse.c:30'])
    expect(arcsIn(plain)).toEqual([
      '(functions left out) -> parse 8',
      'parse -> lex 5',
      '(functions left out) -> lex 3',
    ])
    const { calls } = plain.functions
    expect([...asArray(calls)]).toEqual([0, 8, 8])
    // Files of removed functions are removed.
    expect(plain.sources?.files.length).toBe(1)
  })

  it('has no row for them where they took no time and called nobody that stays', () => {
    const { plain, cameFrom } = fold(WHOLE, keeping('main', 'parse', 'lex', 'log'))
    expect(rowsIn(plain)).toEqual(['main 1', 'parse 20', 'lex 30', 'log 4'])
    expect([...cameFrom]).toEqual([0, 1, 2, 3])
    expect(arcsIn(plain)).toEqual(arcsIn(WHOLE))
  })

  it('knows of calls never taken those between functions that stay', () => {
    const { cameFrom } = fold(WHOLE, keeping('parse', 'lex'))
    const possible = {
      length: 3,
      parent: Uint32Array.of(0, 2, 2),
      child: Uint32Array.of(2, 1, 4),
      gprof: { isSame: true, found: 3, others: 0 },
    }
    expect(mergePossibleArcs(possible, cameFrom, WHOLE.functions.length)).toEqual({
      length: 1,
      parent: Uint32Array.of(2),
      child: Uint32Array.of(1),
      gprof: null,
    })
  })
})
