// Source positions of functions.
import { expect, it } from 'vitest'
import { profileOf } from '../../testing/graph-text.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { buildSources, listSourceRows } from '../profile/function-sources.ts'
import { sourceOf } from './source-of.ts'

const NO_ARCS = {
  length: 0,
  parent: new Int32Array(0),
  child: new Int32Array(0),
  count: new Float64Array(0),
}
const bare = profileOf(['main', 'idle', 'work', 'leaf'], Float64Array.of(0, 0, 3, 0), {
  length: 1,
  parent: Int32Array.of(0),
  child: Int32Array.of(2),
  count: Float64Array.of(5),
})
const at = (row: number): FunctionIndex => row as FunctionIndex

function withSources(profile: CallGraphProfile): CallGraphProfile {
  const rows = listSourceRows(profile, 'used')
  const located = {
    length: rows.length,
    file: Int32Array.of(1, 0),
    line: Uint32Array.of(12, 7),
    files: stringTableOf(['/src/w\xc3\xb6rk.c', '/src/main.c']),
  }
  return { ...profile, sources: buildSources(rows, located, profile.functions.length) }
}

it('are asked for of functions with calls, samples or arcs, or of all', () => {
  expect([...listSourceRows(bare, 'used')]).toEqual([0, 2])
  expect([...listSourceRows(bare, 'all')]).toEqual([0, 1, 2, 3])
  expect([...listSourceRows(profileOf(['a'], Float64Array.of(0), NO_ARCS), 'used')]).toEqual([])
})

it('are a path, as text, and a line', () => {
  const profile = withSources(bare)
  expect(sourceOf(profile, at(0))).toEqual({ file: '/src/main.c', line: 12 })
  expect(sourceOf(profile, at(2))).toEqual({ file: '/src/wörk.c', line: 7 })
})

it('are none for functions that were not asked for, and without debugging information', () => {
  expect(sourceOf(withSources(bare), at(1))).toBeNull()
  expect(sourceOf(bare, at(0))).toBeNull()
})
