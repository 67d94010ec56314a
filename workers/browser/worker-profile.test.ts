// The worker keeps the profile; a new analysis uses what was opened and what the page was given.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { memorySource } from '../core/bytes/byte-source.ts'
import { openProfile, type Opened } from '../core/pipeline/open-profile.ts'
import { writeGmonSum } from '../core/profile/write-gmon-sum.ts'
import type { ArcIndex } from '../core/profile/call-graph-profile.ts'
import { listProfile } from '../core/reports/listing/listing.ts'
import { rawName } from '../core/names/names.ts'
import { buildLargeCase } from '../testing/large-case.ts'
import { WorkerProfile } from './worker-profile.ts'

const SMALL = { functions: 900, arcs: 9000, cycles: 'some', names: 'c', seed: 3 } as const

async function open(): Promise<Opened> {
  const { executable, profile } = buildLargeCase(SMALL)
  const sources = [memorySource('program', executable), memorySource('gmon.out', profile)]
  const options = {
    withoutNames: false,
    scenario: EMPTY_SCENARIO,
    shift: 0,
    listing: { lines: 'long', keepsNameOrder: true },
  } as const
  const result = await openProfile(sources, options, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

const sumBytes = (opened: Opened): Uint8Array =>
  writeGmonSum(opened.contents.sum(), { format: 'gnu', wide: false })

/** Comparing numbers one by one takes long. */
const digestOf = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')
const digestsOf = (value: unknown): readonly string[] =>
  [...buffersIn(withCopies(value, [value]))].map((buffer) => digestOf(new Uint8Array(buffer))).toSorted()

/** Transfers an answer's buffers as to the page; returns what arrives there. */
function giveAway<T>(answer: T, held: readonly unknown[]): T {
  const given = withCopies(answer, held)
  return structuredClone(given, { transfer: [...buffersIn(given)] })
}

const partsOf = ({ contents: { plain }, analyzed, listing }: Opened): unknown => [
  plain,
  analyzed.times,
  analyzed.profile.arcsByChild,
  listing.flat,
]

it('keeps the whole profile, whatever of it was given to the page', async () => {
  const expected = await open()
  const opened = await open()
  const profile = new WorkerProfile(opened)
  giveAway({ analyzed: opened.analyzed, listing: opened.listing }, profile.held)
  profile.close()
  expect(opened.analyzed.times.order.length).toBe(0)
  expect(digestsOf(partsOf(profile.opened()))).toEqual(digestsOf(partsOf(expected)))
  expect(digestOf(sumBytes(profile.opened()))).toBe(digestOf(sumBytes(expected)))
})

it('analyses the profile under the scenario on screen, and under none, again and again', async () => {
  const opened = await open()
  const profile = new WorkerProfile(opened)
  profile.close()
  const {
    contents: { plain },
  } = opened
  const [parent, child] = [plain.arcs.parent, plain.arcs.child].map((ends) =>
    rawName(plain.functions, ends[7 as ArcIndex]),
  )
  const scenario = { ...EMPTY_SCENARIO, cutArcs: [{ parent: parent ?? '', child: child ?? '' }] }
  const measured = digestsOf(partsOf(profile.opened()))
  const sorted = digestsOf(profile.sortTables)
  for (let turn = 0; turn < 2; turn++) {
    const cut = analyzeProfile(plain, scenario)
    giveAway(profile.show(scenario, plain), profile.held)
    const now = profile.opened()
    expect(now.analyzed.cutArcs.length).toBe(1)
    expect(digestsOf(now.analyzed)).toEqual(digestsOf(cut))
    expect(digestsOf(now.listing)).toEqual(digestsOf(listProfile(cut, { lines: 'long' })))
    expect(digestsOf(profile.sortTables)).not.toEqual(sorted)
    expect(profile.show(EMPTY_SCENARIO, plain)).toBeNull()
    expect(digestsOf(partsOf(profile.opened()))).toEqual(measured)
    expect(digestsOf(profile.sortTables)).toEqual(sorted)
  }
})
