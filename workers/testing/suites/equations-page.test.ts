// The propagation that docs/equations.md works through has the numbers of the sample.
import { finish } from '../../core/base/yielder.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PROFILE, PROGRAM } from '../sample-files.ts'
import { open } from '../small-opening.ts'
import type { CycleIndex } from '../../core/analysis/analyzed-profile.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { cycleEntry } from '../../core/reports/cycle-entry.ts'
import { childrenEquation, selfEquation, totalEquation } from '../../core/reports/entry-equations.ts'
import {
  cycleCallsEquations,
  cycleChildrenEquation,
  cycleSelfEquation,
  outsideEquation,
} from '../../core/reports/cycle-equations.ts'
import { type Equation, equationText } from '../../core/reports/equation.ts'
import { displayName } from '../../core/names/names.ts'

it('has the lines that the program makes, in this order', async () => {
  const { analyzed, listing } = await open([
    memorySource('islands', readFileSync(PROGRAM)),
    memorySource('gmon.out', readFileSync(PROFILE)),
  ])
  const { functions } = analyzed.profile
  const named = (name: string): FunctionIndex => {
    for (let f = 0; f < functions.length; f++)
      if (displayName(functions, f as FunctionIndex) === name) return f as FunctionIndex
    throw new Error(`no function ${name}`)
  }
  const cycle = analyzed.cycles.cycleOf[named('evaluate')] as CycleIndex
  expect(cycle).toBe(1)
  const entry = finish(cycleEntry(analyzed, listing, cycle))
  const caller = (name: string) => {
    const line = entry.callers.find(({ f }) => f === named(name))
    if (!line) throw new Error(`${name} is no caller`)
    return line
  }
  const leaf = named('round_down')
  const from = (name: string, column: 'self' | 'children') =>
    outsideEquation(analyzed, entry, caller(name), 'caller', column)
  const equations: readonly Equation[] = [
    selfEquation(analyzed, leaf, functions.selfTicks[leaf], 1),
    childrenEquation(analyzed, listing, named('noise')),
    totalEquation(analyzed, named('noise')),
    cycleSelfEquation(analyzed, entry),
    cycleChildrenEquation(analyzed, entry),
    ...cycleCallsEquations(analyzed, entry, 'manual'),
    from('height_at', 'self'),
    from('height_at', 'children'),
    from('fold_constants', 'self'),
    childrenEquation(analyzed, listing, named('height_at')),
    totalEquation(analyzed, named('height_at')),
    totalEquation(analyzed, named('raise_row')),
  ]
  const page = readFileSync(new URL('../../../docs/equations.md', import.meta.url), 'utf8')
  const lines = page.split('\n').filter((line) => /^(?:[SDTC][_(].*): \d/.test(line))
  expect(lines).toEqual(
    equations.map(({ symbols, operands }) => {
      const [left = ''] = equationText(symbols).split(' = ')
      return `${left}: ${equationText(operands)}`
    }),
  )
  // Those that the diagram names.
  for (const time of ['4.483 s', '0.3744 s', '0.3602 s', '2.712 s', '0.07005 s']) expect(page).toContain(time)
})
