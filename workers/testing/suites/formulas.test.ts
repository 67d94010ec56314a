// Evaluating the formula of every number, as displayed, yields that number, in the flat profile and in the
// call graph, where entries of cycles follow gprof and the manual.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileFromText } from '../graph-text.ts'
import { randomFrom } from '../random/random.ts'
import { randomScenario } from '../random/random-scenario.ts'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { asArray } from '../../core/base/columns.ts'
import { finish } from '../../core/base/yielder.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { entryLineText } from '../../core/reports/entry-line-text.ts'
import { entriesOfCycles, entryOrder, entryRows, lineAt } from '../../core/reports/entry-rows.ts'
import { flatRow } from '../../core/reports/flat-rows.ts'
import type { FlatColumn } from '../../core/reports/sort-functions.ts'
import type { EntryIndex } from '../../core/reports/listing/entries.ts'
import { listProfile } from '../../core/reports/listing/listing.ts'
import { explainFlatCell } from '../../core/reports/explain/flat-cells.ts'
import type { Convention } from '../../core/reports/cycle-entry.ts'
import { type Equation, equationText, type Term } from '../../core/reports/equation.ts'
import { explainEntryCell } from '../../core/reports/explain-entry.ts'
import { effort } from '../effort.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9, ps: 1e-12, '%': 1 }

/** "0.56 s", "1,000 calls", "3" */
function valueOf(text: string): number {
  const [, number = '', unit = ''] = /^(-?[\d,.]+(?:e[+-]?\d+)?)(?: (\S+))?/.exec(text.trim()) ?? []
  return Number(number.replaceAll(',', '')) * (UNITS[unit] ?? 1)
}

/** Evaluates from left to right, brackets first; "of" is a division. */
function workedOut(text: string): number {
  const plain = text.replace(/ \([<\d.]+% of all samples\)$/, '').replace(/ of \S+ shown$/, '')
  const flat = plain.replace(/\(([^)]*)\)/, (_, inner: string) => `${workedOut(inner)} s`)
  const [first = '', ...rest] = flat.split(/ (?=[+×÷] |of )/)
  return rest.reduce((result, step) => {
    const [, sign = '', operand = ''] = /^(\S+) (.*)$/.exec(step) ?? []
    const value = valueOf(operand)
    if (sign === '+') return result + value
    // A whole of 0 counts as 1, as in gprof.
    return sign === '×' ? result * value : result / (value === 0 ? 1 : value)
  }, valueOf(first))
}

/**
 * Operands have two decimals or four digits, and times per call three digits; up to three of them
 * are rounded.
 */
function holds(formula: string, digits: number): void {
  const [left = '', right = ''] = formula.split(' = ')
  const factor = left.endsWith('%') && !right.startsWith('100 ×') ? 100 : 1
  const [found, expected] = [valueOf(left), factor * workedOut(right)]
  expect(Math.abs(found - expected), formula).toBeLessThanOrEqual(
    3 * Math.abs(expected) * 10 ** (1 - digits) + 1e-15,
  )
}

const SIZE = 7
const place = fc.integer({ min: 0, max: SIZE - 1 })
const profiles = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 500 }), { minLength: SIZE, maxLength: SIZE }),
    fc.uniqueArray(fc.tuple(place, place, fc.integer({ min: 1, max: 99_999 })), {
      maxLength: 14,
      selector: ([from, to]) => `${from} ${to}`,
    }),
    fc.nat(1000),
  )
  .map(([ticks, arcs, seed]) => {
    const lines = [
      ...ticks.map((own, f) => `f${f} ${own}`),
      ...arcs.map(([a, b, n]) => `f${a} -> f${b} ${n}`),
    ]
    const profile = profileFromText(lines.join(';'))
    return analyzeProfile(
      profile,
      seed % 3 === 0 ? randomScenario(randomFrom(seed), profile) : EMPTY_SCENARIO,
    )
  })

it('holds in each row of the flat profile, and yields the number shown', () => {
  const columns: readonly FlatColumn[] = [
    'percent',
    'selfPercent',
    'totalPercent',
    'self',
    'selfPerCall',
    'totalPerCall',
    'total',
  ]
  fc.assert(
    fc.property(profiles, (analyzed) => {
      const { flat } = listProfile(analyzed)
      for (const row of flat.printed) {
        const f = row as FunctionIndex
        const { text } = flatRow(analyzed, flat, f)
        for (const column of columns) {
          const { formula } = explainFlatCell(analyzed, null, flat, f, column)
          expect(formula === '', column).toBe(text[column] === '')
          if (formula === '') continue
          const isPerCall = column.endsWith('PerCall')
          holds(formula, isPerCall ? 3 : 4)
          if (!isPerCall) expect(Math.abs(valueOf(formula) - Number(text[column]))).toBeLessThan(0.00501)
        }
      }
    }),
    { numRuns: effort(200) },
  )
})

/** The value of terms: products first, then sums. */
function valueOfTerms(terms: readonly Term[]): number {
  let total = 0
  let factor = Number.NaN
  let sign = '+'
  for (const term of [...terms, { kind: 'sign', text: '+' } as const]) {
    if (term.kind !== 'sign') {
      const value = operandOf(term)
      factor = sign === '×' ? factor * value : sign === '÷' ? factor / value : value
    } else {
      if (term.text === '+') total += factor
      sign = term.text
    }
  }
  return total
}

function operandOf(term: Term): number {
  if (term.kind === 'number') return valueOf(term.text)
  if (term.kind !== 'fraction') throw new Error(`${term.kind} among operands`)
  const whole = valueOfTerms(term.whole)
  // A whole of 0 counts as 1, as in gprof.
  return valueOfTerms(term.part) / (whole === 0 ? 1 : whole)
}

/** Each index of the symbols is explained, and the first operand is the value of the others. */
function equationHolds({ symbols, operands, where }: Equation): void {
  const [number, equals, ...right] = operands
  expect(equals).toEqual({ kind: 'sign', text: '=' })
  const left = valueOfTerms([number])
  const factor = number.kind === 'number' && number.text.includes('%') ? 100 : 1
  const value = factor * valueOfTerms(right)
  expect(Math.abs(left - value), equationText(operands)).toBeLessThanOrEqual(0.004 * Math.abs(value) + 1e-15)
  const indexes = new Set(where.map(([index]) => index))
  for (const index of equationText(symbols).match(/(?<=_|[(→])[a-z]/g) ?? []) expect(indexes).toContain(index)
}

function expectCycleLinesHold(analyzed: AnalyzedProfile): void {
  const listing = listProfile(analyzed)
  const unfolded = new Set(asArray(listing.entries.entryOfCycle) as Iterable<number> as Iterable<EntryIndex>)
  const cycles = finish(entriesOfCycles(analyzed, listing, unfolded, new Map()))
  const rows = entryRows(listing, unfolded, cycles, entryOrder(analyzed, listing, 'manual'))
  for (let row = 0; row < rows.length; row++) {
    const line = lineAt(analyzed, listing, rows, row)
    if (!unfolded.has(line.entry)) continue
    for (const column of ['percent', 'self', 'children', 'called'] as const)
      explainEntryCell(analyzed, null, listing, line, column, 'manual')?.equations?.forEach(equationHolds)
  }
}

function expectLinesHold(analyzed: AnalyzedProfile, convention: Convention = 'gprof'): void {
  const listing = listProfile(analyzed)
  const rows = entryRows(listing, new Set(listing.entries.printed as Iterable<EntryIndex>))
  for (let row = 0; row < rows.length; row++) {
    const line = lineAt(analyzed, listing, rows, row)
    const text = entryLineText(analyzed, listing, line)
    explainEntryCell(analyzed, null, listing, line, 'called', convention)?.equations?.forEach(equationHolds)
    for (const column of ['percent', 'self', 'children'] as const) {
      const explanation = explainEntryCell(analyzed, null, listing, line, column, convention)
      const { formula = '', equations = [] } = explanation ?? {}
      for (const equation of equations) equationHolds(equation)
      if (formula === '' || convention === 'manual') continue
      expect(formula).toBe(equations.map(({ operands }) => equationText(operands)).join('; '))
      const shown = parseFloat(text[column])
      // A share below 0.1% and one that the rounding of bins makes more than 100% are printed as such.
      if (text[column] === '<0.1%' || shown === 100) continue
      if (text[column] !== '') expect(Math.abs(valueOf(formula) - shown), formula).toBeLessThan(0.0501)
    }
  }
}

it('holds in each line of the call graph, and yields the number shown', () => {
  fc.assert(
    fc.property(profiles, (analyzed) => expectLinesHold(analyzed)),
    { numRuns: effort(200) },
  )
})

it('holds in each line of a cycle’s entry, and in the entries of its members, as the manual has them', () => {
  fc.assert(
    fc.property(profiles, (analyzed) => {
      expectLinesHold(analyzed, 'manual')
      expectCycleLinesHold(analyzed)
    }),
    { numRuns: effort(200) },
  )
})

it('of a cycle that is entered by a member left out of the time', () => {
  const profile = profileFromText('f0 0;f1 0;f2 9;f0 -> f1 1;f1 -> f2 1;f2 -> f1 1')
  expectLinesHold(analyzeProfile(profile, { ...EMPTY_SCENARIO, timeLeftOut: ['f1'] }))
})

it('of a cycle whose caller is left out of the time', () => {
  const profile = profileFromText('f0 0;f1 4;f2 2;f0 -> f1 1;f1 -> f2 1;f2 -> f1 1')
  expectLinesHold(analyzeProfile(profile, { ...EMPTY_SCENARIO, timeLeftOut: ['f0'] }))
})

it('of one call in tens of thousands', () => {
  const profile = profileFromText('f0 0;f1 1;f2 0;f0 -> f1 1;f2 -> f1 76710')
  expectLinesHold(analyzeProfile(profile, EMPTY_SCENARIO))
})
