import { describe, expect, it } from 'vitest'
import { buildElf } from '../testing/builders/build-elf.ts'
import { buildGmon, type GmonRecord } from '../testing/builders/build-gmon.ts'
import { EMPTY_SCENARIO } from './analysis/scenario/scenario.ts'
import { ProfileAhead, USUAL_TARGET, type Beside } from './beside.ts'
import { memorySource } from './bytes/memory-source.ts'
import { readProfile } from './formats/gmon/read.ts'
import type { Step } from './opened-profile.ts'
import { openProfile, type Opened } from './pipeline.ts'
import { orderListing } from './reports/listing/listing-order.ts'

const NAMES = ['main', '_start', 'scan', 'emit', '_fini']
const at = (f: number): number => 0x1000 + 0x100 * f
const program = () =>
  memorySource(
    'prog',
    buildElf({
      text: { address: at(0), size: at(NAMES.length) - at(0) },
      symbols: NAMES.map((name, f) => ({ name, address: at(f) })),
    }),
  )
const records: GmonRecord[] = [
  { kind: 'histogram', low: at(0), high: at(NAMES.length), rate: 100, bins: Array(320).fill(1) },
  ...[1, 2, 3].map((f): GmonRecord => ({ kind: 'arc', from: at(0) + f, self: at(f), count: 2 })),
]
const profile = () => memorySource('gmon.out', buildGmon({ records }))

/** Answers what the other thread would; `read` by itself, to see who was asked. */
function besideOf(read: Beside['readAhead']): Beside {
  return { readAhead: read, orderListing: (functions) => Promise.resolve(orderListing(functions)) }
}

const usual = besideOf(
  (source) => new ProfileAhead(source, (onBytes) => readProfile(source, USUAL_TARGET, onBytes)),
)
const broken: Beside = {
  readAhead: (source) => new ProfileAhead(source, () => Promise.reject(new Error('lost'))),
  orderListing: () => Promise.reject(new Error('lost')),
}

async function opened(beside: Beside | null, file = profile(), steps: Step[] = []): Promise<Opened> {
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, strict: false, beside }
  const result = await openProfile([program(), file], options, (step) => steps.push(step))
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

/** What a person sees of it. */
const shown = ({ analyzed, listing, notices, files }: Opened) => ({ analyzed, listing, notices, files })

describe('opening a profile with another thread beside', () => {
  it('shows what it shows without', async () => {
    expect(shown(await opened(usual))).toEqual(shown(await opened(null)))
  })

  it('does all here when the other is lost', async () => {
    expect(shown(await opened(broken))).toEqual(shown(await opened(null)))
  })

  it('reads a profile again whose program is not the usual one', async () => {
    const source = profile()
    const ahead = new ProfileAhead(source, () => readProfile(source, USUAL_TARGET))
    const none = () => {}
    expect(await ahead.take(source, { wordSize: 4, bigEndian: false }, none)).toBeNull()
    expect(await ahead.take(source, { wordSize: 8, bigEndian: true }, none)).toBeNull()
    expect(await ahead.take(profile(), USUAL_TARGET, none)).toBeNull()
    expect((await ahead.take(source, USUAL_TARGET, none))?.arcs.length).toBe(3)
  })

  it('tells how far the other has come, beginning with what it has read already', async () => {
    const steps: Step[] = []
    const source = profile()
    await opened(usual, source, steps)
    const read = steps.filter(({ stage }) => stage === 'profiles').map(({ done }) => done)
    expect(read.at(-1)).toBe(source.size)
    expect(read).toEqual(read.toSorted((one, other) => one - other))
  })
})
