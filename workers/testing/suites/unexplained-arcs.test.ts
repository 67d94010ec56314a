// Arcs that no call in the code explains, too few for a sign of another program.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codes, open } from '../small-opening.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { ArcIndex, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { explainArc } from '../../core/reports/explain-entry.ts'
import { displayName } from '../../core/names/names.ts'

const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../public/ledgers/${name}`, import.meta.url)))

/** Tag, caller, callee and count of an arc record. */
const RECORD = 21

it('each says so where it is looked at, and the program is not doubted', async () => {
  const program = memorySource('ledgers', read('ledgers'))
  const profile = read('gmon.out')
  const sound = await open([program, memorySource('gmon.out', profile)])
  expect(sound.contents.plain.unexplained).toBeUndefined()

  // One more arc: from the call site of the last to the callee of the one before.
  const added = profile.slice(-RECORD)
  added.set(profile.subarray(-2 * RECORD + 9, -2 * RECORD + 17), 9)
  const opened = await open([program, memorySource('gmon.out', Uint8Array.of(...profile, ...added))])
  expect(codes(opened)).toEqual(codes(sound))
  const [[from, to] = []] = opened.contents.plain.unexplained ?? []
  const { functions, arcs } = opened.analyzed.profile
  const nameOf = (f: FunctionIndex | undefined) => (f === undefined ? '' : displayName(functions, f))
  const notes = Array.from({ length: arcs.length }, (_, row) => row as ArcIndex)
    .map((arc) => explainArc(opened.analyzed, null, arc, 'called')?.note ?? '')
    .filter((note) => note.includes('No call in the code of'))
  expect(notes).toEqual([
    `Counted, not sampled. No call in the code of ${nameOf(from)} leads to ${nameOf(to)}: a tail call, an inlined counter, a function without a symbol, or mixed-up counts.`,
  ])
})
