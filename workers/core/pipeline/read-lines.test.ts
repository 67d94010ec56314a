// Tests that lines hold all samples and calls of a function and nothing else, for any debugging
// information.
import { describe, expect, it } from 'vitest'
import { openedWithLines } from '../../testing/random/opened-with-lines.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { readFunctionLines, readHotLines, type LinesInput } from './read-lines.ts'
import { effort } from '../../testing/effort.ts'

const cases = openedWithLines()
const sumOf = (some: Iterable<number>): number => [...some].reduce((sum, one) => sum + one, 0)

describe('lines of a function', () => {
  it('have its samples between them, but for those in code without lines', async () => {
    let compared = 0
    for (const { opened, input } of await cases) {
      const { functions } = opened.contents.plain
      for (let f = 0; f < functions.length; f++) {
        const { sections, unplaced } = await readFunctionLines([], f as FunctionIndex, input, () => true)
        const placed = sumOf(sections.map(({ ticks }) => sumOf(ticks)))
        expect(placed + unplaced).toBeCloseTo(functions.selfTicks[f as FunctionIndex], 6)
        if (placed > 0) compared++
        for (const { line, length } of sections)
          for (let row = 1; row < length; row++) expect(line[row]).toBeGreaterThan(line[row - 1])
      }
    }
    expect(compared).toBeGreaterThan(effort(30))
  })

  it('have its calls between them', async () => {
    let compared = 0
    for (const { opened, input, profiles } of await cases) {
      const { functions, arcs } = opened.contents.plain
      for (let f = 0; f < functions.length; f++) {
        const { calls } = await readFunctionLines(profiles, f as FunctionIndex, input, () => true)
        if (!calls) continue
        const made = new Map<number, number>()
        for (let row = 0; row < calls.length; row++)
          made.set(calls.child[row], (made.get(calls.child[row]) ?? 0) + calls.count[row])
        const counted = new Map<number, number>()
        const [parents, children, counts] = [arcs.parent, arcs.child, arcs.count].map((column) =>
          Array.from({ length: arcs.length }, (_, arc) => column[arc as never]),
        )
        parents?.forEach((parent, arc) => {
          if (parent === f) counted.set(children?.[arc] ?? -1, counts?.[arc] ?? 0)
        })
        expect(made).toEqual(counted)
        compared += made.size
      }
    }
    expect(compared).toBeGreaterThan(effort(30))
  })
})

describe('all lines that were sampled', () => {
  it('are those of their functions, most samples first', async () => {
    for (const { opened, input } of await cases) {
      const { functions } = opened.contents.plain
      const hot = await readHotLines(input, () => true)
      for (let row = 1; row < hot.length; row++)
        expect(hot.ticks[row]).toBeLessThanOrEqual(hot.ticks[row - 1])
      const ofFunction = new Map<number, number>()
      for (let row = 0; row < hot.length; row++)
        ofFunction.set(hot.f[row], (ofFunction.get(hot.f[row]) ?? 0) + hot.ticks[row])
      for (const [f, ticks] of ofFunction) {
        const { sections } = await readFunctionLines([], f as FunctionIndex, input, () => true)
        expect(ticks).toBeCloseTo(sumOf(sections.map((section) => sumOf(section.ticks))), 6)
      }
      const all = sumOf(
        Array.from({ length: functions.length }, (_, f) => functions.selfTicks[f as FunctionIndex]),
      )
      expect(sumOf(hot.ticks) + hot.unplaced).toBeCloseTo(all, 6)
    }
  })

  it('are read no further when told to stop', async () => {
    const drawn = (await cases).find(({ opened }) => opened.contents.plain.totals.ticks > 0)
    await expect(readHotLines(drawn?.input as LinesInput, () => false)).rejects.toMatchObject({
      problem: { code: 'host/cancelled' },
    })
  })
})
