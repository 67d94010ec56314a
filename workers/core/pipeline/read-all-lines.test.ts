// Tests that reading all lines at once equals reading those of each function.
import { describe, expect, it } from 'vitest'
import { openedWithLines } from '../../testing/random/opened-with-lines.ts'
import { asArray } from '../base/columns.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import type { HotLines } from '../profile/lines/hot-lines.ts'
import { linesOfFunction, sampledLines } from '../profile/lines/all-lines.ts'
import type { FunctionLines } from '../profile/lines/function-lines.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { rawName } from '../names/names.ts'
import { readAllLines, readLinesOf } from './read-all-lines.ts'
import { readFunctionLines, readHotLines } from './read-lines.ts'

const cases = openedWithLines()

/** Each line as text: place, samples and calls. */
function told({ sections, unplaced, calls }: FunctionLines) {
  const lines = new Map<string, number>()
  const nameOf = (section: number, row: number): string => {
    const of = sections[section]
    return of ? `${section === 0 ? 'own' : of.name} ${of.file} ${of.line[row]}` : 'unknown'
  }
  for (const [at, { ticks }] of sections.entries())
    for (const [row, samples] of ticks.entries()) if (samples > 0) lines.set(nameOf(at, row), samples)
  const made = Array.from({ length: calls?.length ?? 0 }, (_, at) =>
    calls
      ? `${nameOf(calls.section[at], calls.row[at])} → ${calls.child[at]}: ${calls.count[at]} ${calls.isSure[at]} ${calls.orLine[at]}`
      : '',
  )
  return {
    lines: new Map([...lines].toSorted(([left], [right]) => (left < right ? -1 : 1))),
    unplaced,
    calls: made.toSorted(),
  }
}

const samplesByLine = ({ length, f, file, files, line, ticks }: HotLines): ReadonlyMap<string, number> =>
  new Map(
    Array.from({ length }, (_, row) => [
      `${f[row]} ${stringAt(files, file[row] as StringIndex)} ${line[row]}`,
      ticks[row],
    ]),
  )

describe('all lines', () => {
  it('hold those of each function, and the calls that they make', async () => {
    let [lines, calls] = [0, 0]
    for (const { opened, input, profiles } of await cases) {
      const { functions, arcs } = opened.contents.plain
      const all = await readAllLines(profiles, arcs, input, () => true)
      for (let row = 0; row < functions.length; row++) {
        const f = row as FunctionIndex
        const isThere = functions.selfTicks[f] > 0 || asArray(arcs.parent).includes(f)
        if (!isThere) continue
        const alone = told(await readFunctionLines(profiles, f, input, () => true))
        const together = told(linesOfFunction(all, f, rawName(functions, f)))
        if (all.calls) expect(together).toEqual(alone)
        lines += alone.lines.size
        calls += alone.calls.length
      }
    }
    expect(lines).toBeGreaterThan(100)
    expect(calls).toBeGreaterThan(100)
  })

  it('of some functions are those of each, read once for all of them', async () => {
    let calls = 0
    for (const { opened, input, profiles } of await cases) {
      const { functions } = opened.contents.plain
      // Backwards, and not all.
      const wanted = Array.from({ length: functions.length }, (_, row) => row as FunctionIndex)
        .filter((f) => f % 3 !== 0)
        .reverse()
      let read = 0
      const counted = profiles.map((profile) => ({
        ...profile,
        read: (offset: number, length: number) => {
          if (offset === 0) read++
          return profile.read(offset, length)
        },
      }))
      const together = await readLinesOf(counted, wanted, input, () => true)
      const readForAll = read
      await readLinesOf(counted, wanted.slice(0, 1), input, () => true)
      expect(read).toBe(2 * readForAll)
      expect(readForAll).toBeGreaterThan(0)
      for (const [at, f] of wanted.entries()) {
        const alone = await readFunctionLines(profiles, f, input, () => true)
        const { sections, ...rest } = together[at] ?? alone
        expect(sections).toEqual(alone.sections)
        expect(rest).toEqual({ unplaced: alone.unplaced, calls: alone.calls })
        calls += alone.calls?.length ?? 0
      }
      const without = await readLinesOf([], wanted, input, () => true)
      expect(without.every((one) => one.calls === null)).toBe(true)
    }
    expect(calls).toBeGreaterThan(100)
  })

  it('hold the hottest of all', async () => {
    for (const { input, opened } of await cases) {
      const all = sampledLines(await readAllLines([], opened.contents.plain.arcs, input, () => true))
      const hot = await readHotLines(input, () => true)
      expect(all.length).toBe(hot.length)
      expect(all.unplaced).toBeCloseTo(hot.unplaced, 6)
      expect(all.ticks).toEqual(all.ticks.toSorted((left, right) => right - left))
      const samples = samplesByLine(hot)
      for (const [line, ticks] of samplesByLine(all)) expect(samples.get(line)).toBeCloseTo(ticks, 6)
    }
  })

  it('are known without calls where the profiles are not at hand', async () => {
    const [drawn] = await cases
    if (!drawn) throw new Error('there is none')
    expect(
      (await readAllLines([], drawn.opened.contents.plain.arcs, drawn.input, () => true)).calls,
    ).toBeNull()
  })

  it('end as soon as that is wanted', async () => {
    const [drawn] = await cases
    if (!drawn) throw new Error('there is none')
    const reading = readAllLines(drawn.profiles, drawn.opened.contents.plain.arcs, drawn.input, () => false)
    await expect(reading).rejects.toMatchObject({ problem: { code: 'host/cancelled' } })
  })
})
