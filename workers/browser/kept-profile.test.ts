// Of a large profile the worker keeps a part; what it makes again of that and of the page's arcs is what was opened.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { LendArcs } from '../api/contract.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { copyOf } from '../core/base/as-column.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { memorySource } from '../core/bytes/memory-source.ts'
import { openProfile, type Opened } from '../core/pipeline.ts'
import { writeGmonSum } from '../core/profile/sum/gmon-sum.ts'
import { buildLargeCase } from '../testing/large-case.ts'
import { KeptProfile } from './kept-profile.ts'

const LARGE = { functions: 20_000, arcs: 600_000, cycles: 'some', names: 'c', seed: 3 } as const

async function openLarge(spec: Parameters<typeof buildLargeCase>[0]): Promise<Opened> {
  const { executable, profile } = buildLargeCase(spec)
  const sources = [memorySource('program', executable), memorySource('gmon.out', profile)]
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await openProfile(sources, options, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

const sumBytes = (opened: Opened): Uint8Array => writeGmonSum(opened.sum(), { format: 'gnu', wide: false })

/** Comparing half a million numbers one by one takes minutes. */
const digestOf = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')
const digestsOf = (value: unknown): readonly string[] =>
  [...buffersIn(withCopies(value, [value]))].map((buffer) => digestOf(new Uint8Array(buffer))).toSorted()

/** Gives away what an answer has, as to the page; answers what arrives there. */
function giveAway<T>(answer: T, held: readonly unknown[]): T {
  const given = withCopies(answer, held)
  return structuredClone(given, { transfer: [...buffersIn(given)] })
}

it('borrows arcs once, and makes the rest again as it was', async () => {
  const expected = await openLarge(LARGE)
  const opened = await openLarge(LARGE)
  expect(opened.plain.arcs.length).toBeGreaterThanOrEqual(500_000)
  const asked: string[] = []
  const lend: LendArcs = async (column) => {
    asked.push(column)
    return copyOf(there.profile.arcs[column])
  }
  const kept = new KeptProfile(opened, lend)
  const there = giveAway(opened.analyzed, kept.held)
  expect(opened.plain.arcs.parent.length).toBe(0)
  expect(digestsOf(kept.functions)).toEqual(digestsOf(expected.plain.functions))
  kept.tidy()
  expect(() => kept.opened()).toThrow()

  await Promise.all([kept.complete(), kept.complete()])
  await kept.complete()
  expect(asked.toSorted()).toEqual(['child', 'count', 'parent'])
  const now = kept.opened()
  const partsOf = ({ plain, analyzed, listing }: Opened): unknown => [
    plain.arcs,
    analyzed.times,
    analyzed.profile.arcsByChild,
    listing.flat,
  ]
  expect(digestsOf(partsOf(now))).toEqual(digestsOf(partsOf(expected)))
  expect(digestOf(sumBytes(now))).toBe(digestOf(sumBytes(expected)))
})

it('keeps all of a smaller profile', async () => {
  const opened = await openLarge({ ...LARGE, arcs: 9000 })
  const kept = new KeptProfile(opened, () => Promise.reject(new Error('nothing is borrowed')))
  const sum = sumBytes(opened)
  giveAway(opened.analyzed, kept.held)
  await kept.complete()
  kept.tidy()
  expect(kept.opened().plain.arcs.length).toBeGreaterThan(8000)
  expect(digestOf(sumBytes(kept.opened()))).toBe(digestOf(sum))
})
