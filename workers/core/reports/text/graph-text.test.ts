// gprof's listings, line by line.
import { expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import { profileFromText } from '../../../testing/graph-text.ts'
import { writtenText } from '../../../testing/gprof/written-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { formatFixed } from '../../quantities.ts'
import { writeFlatProfile } from './flat-text.ts'
import { writeCallGraph } from './graph-text.ts'
import { writeIndex } from './name-index.ts'

function textsOf(graph: string): { flat: string; graph: string; index: string } {
  const analyzed = analyzeProfile(profileFromText(graph), EMPTY_SCENARIO)
  const input = { analyzed, listing: listProfile(analyzed) }
  return {
    flat: writtenText((out) => writeFlatProfile(input, out)),
    graph: writtenText((out) => writeCallGraph(input, out)),
    index: writtenText((out) => writeIndex(input, 80, out)),
  }
}

// Rows as real gprof printed them for this graph; the parity tests compare whole files.
const WORKED = 'm 10; a 100; b 50; c 30; m -> a 1; a -> b 3; b -> a 2; b -> c 4; m -> c 1; a -> a 7'

it('prints entries as gprof prints them', () => {
  const lines = textsOf(WORKED).graph.split('\n')
  expect(lines.slice(3, 16)).toEqual([
    'granularity: each sample hit covers 4 byte(s) for 0.53% of 1.90 seconds',
    '',
    'index % time    self  children    called     name',
    '                                                 <spontaneous>',
    '[1]    100.0    0.10    1.80                 m [1]',
    '                1.50    0.24       1/1           a <cycle 1> [3]',
    '                0.06    0.00       1/5           c [5]',
    '-----------------------------------------------',
    '[2]     91.6    1.50    0.24       1+5       <cycle 1 as a whole> [2]',
    '                1.00    0.00       3+7           a <cycle 1> [3]',
    '                0.50    0.24       3             b <cycle 1> [4]',
    '-----------------------------------------------',
    '                                   7             a <cycle 1> [3]',
  ])
})

it('lays the index out in three columns', () => {
  expect(textsOf(WORKED).index).toBe(
    '\f\nIndex by function name\n\n' +
      '   [3] a                       [5] c                       [2] <cycle 1>\n' +
      '   [4] b                       [1] m\n',
  )
})

it('says when there was no time', () => {
  const { flat, graph } = textsOf('a; b; a -> b 2')
  expect(flat).toContain('\n no time accumulated\n\n')
  expect(flat).toContain('  Ts/call  Ts/call  name')
  expect(graph).toContain(' no time propagated\n\n')
})

// Just below and above the width of a column, and halfway between two hundredths.
const TICKS = [0, 0.5, 1, 12.5, 99.95, 100_000, 99_999_999, 99_999_999.5, 999_999_999, 1_000_000_000, 4e9]
const CALLS = [1, 9, 10, 9_999_999, 10_000_000, 99_999_999, 100_000_000]

/** Wide numbers that fit their columns. */
const WIDE_TICKS = [0, 1, 99.95, 100_000, 1_000_000, 1_234_567]

it.each([
  ['too', TICKS],
  ['not too', WIDE_TICKS],
])('prints rows of the flat profile whose numbers are %s wide', (_, all) => {
  const functions = all.flatMap((ticks, t) => CALLS.map((calls, c) => ({ name: `f${t}_${c}`, ticks, calls })))
  const statements = functions.map(({ name, ticks, calls }) => `${name} ${ticks}; m -> ${name} ${calls}`)
  const analyzed = analyzeProfile(profileFromText(`m 7; ${statements.join('; ')}`), EMPTY_SCENARIO)
  const listing = listProfile(analyzed)
  const { rate, totals } = analyzed.profile
  const { factor } = listing.flat.perCallUnit
  const rows = writtenText((out) => writeFlatProfile({ analyzed, listing }, out))
    .split('\n')
    .slice(5, -1)
  const known = new Map(functions.map((each) => [each.name, each]))
  let sum = 0
  for (const row of rows) {
    const { name, ticks, calls } = known.get(row.split(' ').at(-1) ?? '') ?? { name: 'm', ticks: 7, calls: 0 }
    sum += ticks
    const fixed = (value: number, width: number): string => formatFixed(value, 2).padStart(width)
    const times = `${fixed((100 * ticks) / totals.ticks, 6)} ${fixed(sum / rate, 9)} ${fixed(ticks / rate, 8)}`
    const perCall = fixed((factor * ticks) / rate / calls, 8)
    const counted = ` ${String(calls).padStart(8)} ${perCall} ${perCall}  `
    expect(row).toBe(`${times}${calls === 0 ? ' '.repeat(29) : counted}${name}`)
  }
  expect(rows).toHaveLength(functions.length + 1)
})

it('prints primary lines whatever the width of their numbers', () => {
  const functions = TICKS.flatMap((ticks, t) =>
    CALLS.map((calls, c) => ({ name: `f${t}_${c}`, ticks, calls })),
  )
  const statements = functions.map(
    ({ name, ticks, calls }, at) =>
      `${name} ${ticks}; m -> ${name} ${calls}; ${name} -> ${name} ${CALLS[at % CALLS.length] ?? 0}`,
  )
  const analyzed = analyzeProfile(profileFromText(`m 7; ${statements.join('; ')}`), EMPTY_SCENARIO)
  const listing = listProfile(analyzed)
  const lines = new Set(writtenText((out) => writeCallGraph({ analyzed, listing }, out)).split('\n'))
  const { rate, totals } = analyzed.profile
  functions.forEach(({ name, ticks, calls }, f) => {
    const entry = listing.entries.entryOfFunction[(f + 1) as FunctionIndex] + 1
    const share = formatFixed((100 * ticks) / totals.ticks, 1).padStart(5)
    const times = `${formatFixed(ticks / rate, 2).padStart(7)} ${'0.00'.padStart(7)}`
    const selfCalls = String(CALLS[f % CALLS.length]).padEnd(7)
    const number = `[${entry}]`
    expect(lines).toContain(
      `${number.padEnd(6)} ${share} ${times} ${String(calls).padStart(7)}+${selfCalls} ${name} ${number}`,
    )
  })
})

it('numbers entries beyond what the column has room for', () => {
  const functions = effort(100_001, 12_345)
  const statements = Array.from({ length: functions }, (_, f) => `m -> f${f} 1`)
  const { graph } = textsOf(`m 100; ${statements.join('; ')}`)
  const starts = graph.split('\n').filter((line) => line.startsWith('['))
  const numbers = starts.map((line) => line.slice(0, 7))
  expect(numbers).toHaveLength(functions + 1)
  for (const entry of [1, 9, 10, 999, 1000, 9999, 10_000, 12_345, 99_999, 100_000, 100_002]) {
    if (entry > numbers.length) continue
    expect(numbers[entry - 1]).toBe(`${`[${entry}]`.slice(0, 6).padEnd(6)} `)
  }
})

it('prints all lines of an entry, however many, and numbers wider than their columns', () => {
  const callers = Array.from({ length: 1300 }, (_, nth) => ({
    name: `c${nth}`,
    calls: nth % 3 === 0 ? 12_345_678 : nth + 1,
  }))
  const arcs = callers.map(({ name, calls }) => `${name}; ${name} -> hub ${calls}`)
  const { graph } = textsOf(`hub 99999999; ${arcs.join('; ')}`)
  const all = callers.reduce((sum, { calls }) => sum + calls, 0)
  const lines = new Set(graph.split('\n').map((line) => line.slice(0, line.lastIndexOf(' ['))))
  for (const { name, calls } of callers) {
    const time = (999_999.99 * calls) / all
    const numbers = `${time.toFixed(2).padStart(7)}    0.00 ${String(calls).padStart(7)}/${String(all).padEnd(7)}`
    expect(lines, name).toContain(`             ${numbers}     ${name}`)
  }
})
