// Units read one by one: where each begins and ends, which of them an entry is in, and what is remembered.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDwarf } from '../../../testing/builders/build-dwarf.ts'
import { MAIN } from '../../../testing/builders/dwarf-opened.ts'
import { problemOf } from '../../../testing/problem-of.ts'
import { sparseSource, watchedSource } from '../../../testing/sources.ts'
import { type ByteSource, memorySource } from '../../bytes/byte-source.ts'
import type { ProblemError } from '../../problems/problem-error.ts'
import type { RawSection } from '../format.ts'
import { Form } from './constants.ts'
import { DebugSections } from './sections.ts'
import { NO_VALUE } from './forms.ts'
import { type Unit, Units } from './units.ts'

const { executable } = buildDwarf({ units: [MAIN] })

function unitsOver(source: ByteSource, debugSections: readonly RawSection[]): Units {
  return new Units(new DebugSections(source, { ...executable, debugSections }))
}

/** Over sections made of these bytes. */
function unitsOf(sections: Readonly<Record<string, readonly number[] | Uint8Array>>): Units {
  let offset = 0
  const places = Object.entries(sections).map(([name, { length: size }]) => {
    offset += size
    return { name, offset: offset - size, size, compressed: false }
  })
  const file = Uint8Array.from(Buffer.concat(Object.values(sections).map((bytes) => Uint8Array.from(bytes))))
  return unitsOver(memorySource('prog', file), places)
}

let told: string[] = []
beforeEach(() => (told = []))
const note = ({ problem }: ProblemError): void =>
  void told.push('what' in problem ? problem.what : problem.code)

const REST_OF_HEADER = [0, 0, 0, 4, 0, 0, 0, 0, 0, 8]

/** DWARF 4: length, version, abbreviations, size of addresses; `length` is what follows it. */
const unit = (length: number, size = length): readonly number[] => [
  length,
  ...REST_OF_HEADER,
  ...Array.from({ length: size - 7 }, () => 0),
]

describe('headers', () => {
  it.each([
    ['ends with the section', unit(9), 1, []],
    ['ends a byte behind the section', unit(10, 9), 0, ['unit length']],
    ['ends with its header', unit(7), 1, []],
    ['ends within its header', unit(6, 9), 0, ['unit length']],
  ])('of a unit that %s', async (_, bytes, count, problems) => {
    const units = unitsOf({ '.debug_info': bytes })
    expect(await units.readHeaders(note)).toHaveLength(count)
    expect(told).toEqual(problems)
  })

  it('are those before one that is damaged, which is told once', async () => {
    const units = unitsOf({ '.debug_info': [...unit(9), ...unit(200, 9), ...unit(9)] })
    for (let time = 0; time < 2; time++)
      expect((await units.readHeaders(note)).map(({ start, end }) => [start, end])).toEqual([[0, 13]])
    expect(await units.headerOf(1, note)).toBeNull()
    expect(told).toEqual(['unit length'])
  })

  it('are read once for questions side by side', async () => {
    const file = Uint8Array.from([...unit(9), ...unit(9), ...unit(9)])
    const source = watchedSource(memorySource('prog', file))
    const info = { name: '.debug_info', offset: 0, size: file.length, compressed: false }
    const units = unitsOver(source, [info])
    const asked = [units.readHeaders(note), units.readHeaders(note), units.headerOf(2, note)] as const
    const [one, other, third] = await Promise.all(asked)
    expect(one.map(({ start }) => start)).toEqual([0, 13, 26])
    expect([other, third]).toEqual([one, one[2]])
    expect(source.reads).toHaveLength(1)
  })

  it('are so many at most as a file of that size may have', async () => {
    const [count, piece] = [400_000, Uint8Array.from(unit(8))]
    const info = Buffer.alloc(count * piece.length, piece)
    expect(await unitsOf({ '.debug_info': info }).readHeaders(note)).not.toHaveLength(count)
    expect(told).toEqual(['more units than any program of this size'])
    told = []
    const fewer = info.subarray(0, 300_000 * piece.length)
    expect(await unitsOf({ '.debug_info': fewer }).readHeaders(note)).toHaveLength(300_000)
    expect(told).toEqual([])
  })
})

describe('the unit around an entry', () => {
  const built = buildDwarf({ units: Array.from({ length: 66 }, () => MAIN) })
  const open = (): Units => unitsOver(memorySource('prog', built.file), built.executable.debugSections)

  it('has its entries, and nothing of its header', async () => {
    const units = open()
    const [first, second] = await units.readHeaders(note)
    const startAt = async (position: number) => (await units.readUnitAround(position, note))?.header.start
    expect(await startAt(first?.entriesAt ?? 0)).toBe(0)
    expect(await startAt((first?.end ?? 0) - 1)).toBe(0)
    expect(await startAt(second?.start ?? 0)).toBeUndefined()
    expect(await startAt((second?.entriesAt ?? 0) - 1)).toBeUndefined()
    expect(await startAt(second?.entriesAt ?? 0)).toBe(second?.start)
    const { size } = built.sections.get('.debug_info') ?? { size: 0 }
    expect([await startAt(size - 1), await startAt(size)]).toEqual([expect.any(Number), undefined])
  })

  it('is remembered, as are 64 of them', async () => {
    const units = open()
    const headers = await units.readHeaders(note)
    const around = (nth: number): Promise<Unit | null> =>
      units.readUnitAround(headers[nth]?.entriesAt ?? 0, note)
    const first = await around(0)
    for (let nth = 1; nth < 64; nth++) await around(nth)
    expect(await around(0)).toBe(first)
    await around(64)
    const again = await around(0)
    expect(again).not.toBe(first)
    expect(again).toEqual(first)
  })
})

describe('addresses by number', () => {
  const here = { header: { addressSize: 8 }, entry: { addrBase: 8 } } as Unit
  const byNumber = (value: number, length = 4) => ({
    lowPc: { form: Form.addrx, value },
    highPc: { form: Form.data1, value: length },
    ranges: NO_VALUE,
  })
  const table = [...Array.from({ length: 16 }, () => 7), 0, 0x10, 0, 0, 0, 0, 0, 0]

  it('are those of the table, up to its last', async () => {
    const units = unitsOf({ '.debug_addr': table })
    expect(await units.readExtent(here, byNumber(1))).toEqual([0x1000, 0x1004])
    expect(await units.readExtent(here, byNumber(1, 0))).toEqual([])
    const problem = await problemOf(() => units.readExtent(here, byNumber(2)))
    expect(problem).toMatchObject({ code: 'dwarf/damaged', offset: 24, what: 'address index' })
  })

  it('are damage where there is no table', async () => {
    const problem = await problemOf(() => unitsOf({}).readExtent(here, byNumber(0)))
    expect(problem).toMatchObject({ code: 'dwarf/damaged', section: '.debug_addr', what: 'section' })
  })
})

it('reads no table of ranges of more than 512 MB', async () => {
  for (const [size, isRead] of [
    [512_000_001, false],
    [100, true],
  ] as const) {
    const source = watchedSource(sparseSource('prog', size, []))
    const units = unitsOver(source, [{ name: '.debug_aranges', offset: 0, size, compressed: false }])
    expect((await units.readAranges()) !== null).toBe(isRead)
    expect(source.bytesRead() > 0).toBe(isRead)
  }
})
