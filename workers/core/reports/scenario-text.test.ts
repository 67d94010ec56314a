// Copied commands contain only words for gprof when pasted into a terminal.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { gprofText } from './scenario-text.ts'

const profile = profileFromText('m 10; a 100; m -> a 1')
const files = { program: 'pro\u001B[201~g', profiles: ['it’s gmon\u202E.out'] }
const possible = { length: 1, parent: new Uint32Array([1]), child: new Uint32Array([0]), gprof: null }
const textFor = (timeOnly: readonly string[], staticArcs = false) =>
  gprofText(profile, { ...EMPTY_SCENARIO, timeOnly, staticArcs }, files, possible).text

it('what a terminal would interpret, or not show, is written as a shell escape', () => {
  const text = textFor(["o'\u001B[201~\nrm"])
  expect(text).toContain(String.raw`$'o\x27\x1b[201~\x0arm'`)
  expect(textFor(['pl ain'])).toContain("'pl ain'")
})

it('says that gprof has no option for a faster function', () => {
  const faster = [
    { name: 'a', factor: 2 },
    { name: 'm', factor: Infinity },
  ]
  const { text, gap } = gprofText(profile, { ...EMPTY_SCENARIO, leftOut: ['m'], faster }, files, null)
  expect(text).toBe('-E m')
  expect(gap).toBe('gprof has no option for a 2× faster, m takes no time')
})

it('names of files, too, as bytes', () => {
  expect(textFor([], true)).toContain(
    String.raw`$'pro\x1b[201~g' $'it\xe2\x80\x99s gmon\xe2\x80\xae.out' static-arcs.gmon`,
  )
})
