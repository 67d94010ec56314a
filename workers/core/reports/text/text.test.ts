import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { writtenText } from '../../../testing/written-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario.ts'
import { listProfile } from '../listing.ts'
import { writeFlatProfile } from './flat-text.ts'
import { writeCallGraph } from './graph-text.ts'
import { writeIndex } from './index-text.ts'

function textsOf(graph: string): { flat: string; graph: string; index: string } {
  const analyzed = analyzeProfile(profileFromText(graph), EMPTY_SCENARIO)
  const input = { analyzed, listing: listProfile(analyzed) }
  return {
    flat: writtenText((out) => writeFlatProfile(input, out)),
    graph: writtenText((out) => writeCallGraph(input, out)),
    index: writtenText((out) => writeIndex(input, 80, out)),
  }
}

// Rows as real gprof printed them for this graph; whole files are compared in the parity tests.
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
