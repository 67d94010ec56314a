// Diffs of two profiles: every function is in one row, rows add up, and random differences are
// not significant.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../graph-text.ts'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { asArray, asColumn, NONE } from '../../core/base/columns.ts'
import { finish } from '../../core/base/yielder.ts'
import { stringTableOf } from '../../core/base/string-table.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { type Analysis, listProfile } from '../../core/reports/listing/listing.ts'
import { isActive } from '../../core/reports/listing/active-functions.ts'
import { ANY_BY_CHANCE, findChanged, likelihoodOf } from '../../core/reports/diff/significance.ts'
import { basis, caution, sideText, wholeChange } from '../../core/reports/diff/whole-change.ts'
import { changeLines, changeRowTsv, changeTableCsv } from '../../core/reports/diff/diff-tables.ts'
import { changeRow } from '../../core/reports/diff/diff-text.ts'
import { explainChange } from '../../core/reports/diff/explain-change.ts'
import { type BeforeAfter, MEASURES, valuesOf } from '../../core/reports/diff/measures.ts'
import { CHANGE_COLUMNS, orderRows } from '../../core/reports/diff/diff-rows.ts'
import { pairFunctions } from '../../core/reports/diff/pair-functions.ts'
import type { PairIndex } from '../../core/reports/diff/pairs.ts'
import { nameKeysOf } from '../two-profiles.ts'

function listed(text: string, files?: readonly string[]): Analysis {
  const profile = profileFromText(text)
  const sources = files && {
    files: stringTableOf(files),
    fileOf: asColumn<FunctionIndex, number, 'Int32Array'>(Int32Array.from(files, (_, f) => f)),
    lineOf: asColumn<FunctionIndex, number, 'Int32Array'>(Int32Array.from(files, () => 1)),
  }
  const analyzed = analyzeProfile(
    { ...profile, ...(sources ? { sources } : {}) } as typeof profile,
    EMPTY_SCENARIO,
  )
  return { analyzed, listing: listProfile(analyzed, { keepsNameOrder: true }) }
}

/** With new copies of all names. */
function renamed({ analyzed }: Analysis, names: readonly string[]): Analysis {
  const functions = { ...analyzed.profile.functions, names: stringTableOf(names) }
  const again = analyzeProfile({ ...analyzed.profile, functions }, EMPTY_SCENARIO)
  return { analyzed: again, listing: listProfile(again, { keepsNameOrder: true }) }
}

function compare(before: Analysis, after: Analysis): BeforeAfter {
  const pairs = finish(pairFunctions(before, after))
  return { before: before.analyzed, after: after.analyzed, pairs }
}

const rowsOf = (compared: BeforeAfter): readonly PairIndex[] =>
  Array.from({ length: compared.pairs.length }, (_, row) => row as PairIndex)

/** "name: before → after", sorted by name. */
function told(compared: BeforeAfter): readonly string[] {
  return rowsOf(compared).map((row) => {
    const { text, status } = changeRow(compared, row, 'self', 'time')
    return `${text.name}: ${text.before} → ${text.after}${status ? ` ${status}` : ''}`
  })
}

const before = listed(
  'main 10; parse 300; scan 90; old 40; main -> parse 100; parse -> scan 1000; main -> old 5',
)
const after = listed(
  'main 12; fresh 20; parse 300; scan 180; main -> parse 100; parse -> scan 1500; main -> fresh 2',
)
const compared = compare(before, after)

const text = fc
  .array(
    fc.oneof(
      fc.tuple(fc.nat(7), fc.nat(60)).map(([f, ticks]) => `f${f} ${ticks}`),
      fc.tuple(fc.nat(7), fc.nat(7), fc.nat(50)).map(([a, b, n]) => `f${a} -> f${b} ${n}`),
    ),
    { minLength: 1, maxLength: 16 },
  )
  .map((lines) => lines.join(';'))

describe('pairs', () => {
  it('are of one name, whatever the addresses; what one of them lacks is alone', () => {
    expect(told(compared)).toEqual([
      'fresh:  → 0.20 new',
      'main: 0.10 → 0.12',
      'old: 0.40 →  gone',
      'parse: 3.00 → 3.00',
      'scan: 0.90 → 1.80',
    ])
  })

  it('have every function that takes part, once', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const [earlier, later] = [listed(one), listed(two)]
        const { pairs } = compare(earlier, later)
        for (const [side, { analyzed }] of [
          ['before', earlier],
          ['after', later],
        ] as const) {
          const there = [...asArray(pairs[side])].filter((f) => f !== NONE)
          expect(new Set(there).size).toBe(there.length)
          for (let f = 0; f < analyzed.profile.functions.length; f++)
            if (isActive(analyzed.profile, f as FunctionIndex)) expect(there).toContain(f)
        }
      }),
    )
  })

  it('of a profile with itself differ in nothing', () => {
    fc.assert(
      fc.property(text, (one) => {
        const same = compare(listed(one), listed(one))
        for (const measure of MEASURES)
          for (const unit of ['time', 'share'] as const) {
            expect(finish(findChanged(same, measure, unit)).count).toBe(0)
            for (const row of rowsOf(same)) {
              const values = valuesOf(same, row, measure, unit)
              expect(values.after).toBe(values.before)
              expect(changeRow(same, row, measure, unit)).toMatchObject({ direction: 'same', status: null })
            }
          }
      }),
    )
  })

  it('add up to the difference of the wholes', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const both = compare(listed(one), listed(two))
        let sum = 0
        for (const row of rowsOf(both)) {
          const { before: was, after: is } = valuesOf(both, row, 'self', 'time')
          sum += is - was
        }
        const { before: earlier, after: later } = both
        expect(sum).toBeCloseTo((later.profile.totals.ticks - earlier.profile.totals.ticks) / 100, 9)
      }),
    )
  })

  it('distinguish static functions of one name by their files, and by their order where those are not known', () => {
    const one = renamed(listed('a 1; b 2; c 3', ['/old/x.c', '/old/y.c', '/old/z.c']), [
      'init',
      'init',
      'init',
    ])
    const two = renamed(listed('a 30; b 10; c 20', ['D:\\new\\z.c', '/new/x.c', '/new/w.c']), [
      'init',
      'init',
      'init',
    ])
    expect([...told(compare(one, two))].sort()).toEqual([
      'init: 0.01 → 0.10',
      'init: 0.02 → 0.20',
      'init: 0.03 → 0.30',
    ])
    const bare = renamed(listed('a 10; b 20; c 30'), ['init', 'init', 'init'])
    const fewer = renamed(listed('a 1; b 2'), ['init', 'init'])
    expect(told(compare(fewer, bare))).toEqual([
      'init: 0.01 → 0.10',
      'init: 0.02 → 0.20',
      'init:  → 0.30 new',
    ])
  })

  it('join clones with what they were made of, where there is one of each', () => {
    const plain = listed('f 10; g 20; h 30')
    const cloned = renamed(listed('a 1; b 2; c 3; d 4'), [
      'f.constprop.0.isra.0',
      'g.part.0',
      'g.part.1',
      'h',
    ])
    expect(told(compare(plain, cloned))).toEqual([
      'f.constprop.0.isra.0: 0.10 → 0.01 likened',
      'g: 0.20 →  gone',
      'g.part.0:  → 0.02 new',
      'g.part.1:  → 0.03 new',
      'h: 0.30 → 0.04',
    ])
    expect(told(compare(cloned, renamed(plain, ['f.isra.7', 'g', 'h'])))).toContain(
      'f.isra.7: 0.01 → 0.10 likened',
    )
  })
})

describe('chance', () => {
  it('is that of a split as uneven or more', () => {
    // 4 samples all on one side: 2 of 16 ways; 9 and 1 of 10: 2 × 11 of 1024.
    expect(likelihoodOf(0, 4, 0.5)).toBeCloseTo(2 / 16, 12)
    expect(likelihoodOf(9, 1, 0.5)).toBeCloseTo(22 / 1024, 12)
    expect(likelihoodOf(5, 5, 0.5)).toBe(1)
    expect(likelihoodOf(0, 0, 0.5)).toBe(1)
    expect(likelihoodOf(3, 4, Number.NaN)).toBeNaN()
  })

  it('is the same seen from the other side', () => {
    fc.assert(
      fc.property(
        fc.nat(400),
        fc.nat(400),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        (one, two, part) => {
          expect(likelihoodOf(one, two, part)).toBeCloseTo(likelihoodOf(two, one, 1 - part), 9)
        },
      ),
    )
  })

  it('is more than it where many samples differ much, and not where few do', () => {
    const { isChanged, count, compared: rows } = finish(findChanged(compared, 'self', 'time'))
    const changed = rowsOf(compared).filter((row) => isChanged[row] === 1)
    expect(changed.map((row) => changeRow(compared, row, 'self', 'time').text.name)).toEqual([
      'fresh',
      'old',
      'scan',
    ])
    expect([count, rows]).toEqual([3, 5])
  })

  it('shows changes in no more than a twentieth of comparisons in which there are none', () => {
    // Pairs of draws from the same program; counts come from our own generator, so that tests are
    // repeatable.
    let state = 1
    const draw = (): number => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff
    const sampled = (): string => {
      const ticks = Array.from({ length: 12 }, () => 0)
      for (let sample = 0; sample < 300; sample++) ticks[Math.floor(12 * draw() ** 2)]++
      return ticks.map((count, f) => `f${f} ${count}`).join(';')
    }
    const trials = 200
    let shown = 0
    for (let trial = 0; trial < trials; trial++) {
      const both = compare(listed(sampled()), listed(sampled()))
      if (finish(findChanged(both, 'self', 'time')).count > 0) shown++
    }
    expect(shown / trials).toBeLessThanOrEqual(ANY_BY_CHANCE)
  })
})

describe('orders', () => {
  const namesIn = (
    ...[measure, order]: Parameters<typeof orderRows> extends [unknown, infer M, unknown, infer O, unknown?]
      ? [M, O]
      : never
  ) =>
    [...finish(orderRows(compared, measure, 'time', order, nameKeysOf(compared))).rows].map(
      (row) => changeRow(compared, row, measure, 'time').text.name,
    )

  it('begin with the greatest change, to whichever side', () => {
    expect(namesIn('self', null)).toEqual(['scan', 'old', 'fresh', 'main', 'parse'])
    expect(namesIn('self', { column: 'change', direction: 'descending' })).toEqual([
      'scan',
      'fresh',
      'main',
      'parse',
      'old',
    ])
    expect(namesIn('self', { column: 'change', direction: 'ascending' })).toEqual([
      'old',
      'parse',
      'main',
      'fresh',
      'scan',
    ])
    expect(namesIn('self', { column: 'ratio', direction: 'descending' }).slice(0, 3)).toEqual([
      'scan',
      'main',
      'parse',
    ])
    expect(namesIn('self', { column: 'name', direction: 'descending' })).toEqual([
      'scan',
      'parse',
      'old',
      'main',
      'fresh',
    ])
    expect(namesIn('calls', null)).toEqual(['scan', 'old', 'fresh', 'parse'])
  })

  it('put what takes most first where nothing changed', () => {
    const same = compare(listed('a 1; b 30; c 7'), listed('a 1; b 30; c 7'))
    const { rows } = finish(orderRows(same, 'self', 'time', null))
    expect([...rows].map((row) => changeRow(same, row, 'self', 'time').text.name)).toEqual(['b', 'c', 'a'])
  })

  it('have all rows with numbers, whatever the column', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom(...CHANGE_COLUMNS),
        fc.constantFrom(...MEASURES),
        (one, two, column, measure) => {
          const both = compare(listed(one), listed(two))
          const rows = [
            ...finish(
              orderRows(both, measure, 'share', { column, direction: 'descending' }, nameKeysOf(both)),
            ).rows,
          ]
          const expected = rowsOf(both).filter((row) => {
            const { before: was, after: is } = valuesOf(both, row, measure, 'share')
            return was > 0 || is > 0
          })
          expect(rows.toSorted((a, b) => a - b)).toEqual(expected)
        },
      ),
    )
  })
})

describe('sums of different numbers of runs', () => {
  const inRuns = ({ analyzed, listing }: Analysis, runs: number): Analysis => {
    const { profile } = analyzed
    return {
      analyzed: { ...analyzed, profile: { ...profile, totals: { ...profile.totals, runs } } },
      listing,
    }
  }
  const once = listed('main 10; f 300; g 90; main -> f 100; main -> g 7')
  const thrice = inRuns(listed('main 30; f 900; g 540; main -> f 300; main -> g 20'), 3)

  it('are compared by the means of one run', () => {
    const both = compare(once, thrice)
    expect(told(both)).toEqual(['f: 3.00 → 3.00', 'g: 0.90 → 1.80', 'main: 0.10 → 0.10'])
    expect(basis(both)).toBe('Times and calls are means of one run: 1 and 3 are compared.')
    expect(wholeChange(both)).toBe('0.90 s more a run (+22.5%), significant')
    const { isChanged } = finish(findChanged(both, 'self', 'time'))
    const changed = rowsOf(both).filter((row) => isChanged[row] === 1)
    expect(changed.map((row) => changeRow(both, row, 'self', 'time').text.name)).toEqual(['g'])
    // 100 calls in one run equal 300 in three; 7 and 20 do not.
    expect(finish(findChanged(both, 'calls', 'time')).count).toBe(1)
    expect(rowsOf(both).map((row) => changeRow(both, row, 'calls', 'time').text.after)).toEqual([
      '100',
      '6.7',
      '',
    ])
  })

  it('of equal numbers are compared as they are', () => {
    expect(told(compare(inRuns(once, 3), thrice))).toEqual([
      'f: 3.00 → 9.00',
      'g: 0.90 → 5.40',
      'main: 0.10 → 0.30',
    ])
  })
})

describe('words', () => {
  const scan = rowsOf(compared).find(
    (row) => changeRow(compared, row, 'self', 'time').text.name === 'scan',
  ) as PairIndex

  it('show the formula, what contributes to it, and chance', () => {
    expect(explainChange(compared, scan, 'change', { measure: 'self', unit: 'time', rows: 5 })).toEqual({
      title: 'Self time after, less self time before',
      formula: '+0.9 s = 1.8 s − 0.9 s',
      note: '+450 ms for 500 calls more at what one took before, +450 ms for what each takes now. 180 samples after 90: by chance alone so much or more in less than 1 of 1,000,000 comparisons: significant.',
    })
    expect(explainChange(compared, scan, 'perCall', { measure: 'self', unit: 'time', rows: 5 }).formula).toBe(
      '1.333 = 1.2 ms ÷ 900 µs',
    )
  })

  it('show large factors as such, and smaller ones in per cent', () => {
    const [small, tenfold, huge] = [listed('f 20'), listed('f 200'), listed('f 30000')]
    expect(wholeChange(compare(small, listed('f 199')))).toBe('1.79 s more (+895.0%), significant')
    expect(wholeChange(compare(small, tenfold))).toBe('1.80 s more (×10.00), significant')
    expect(wholeChange(compare(small, huge))).toBe('299.80 s more (×1,500), significant')
    expect(wholeChange(compare(tenfold, small))).toBe('1.80 s less (−90.0%), significant')
  })

  it('show the wholes', () => {
    expect(sideText(before.analyzed)).toBe('4.40 s in 1 run')
    expect(wholeChange(compared)).toBe('0.72 s more (+16.4%), within noise')
    expect(basis(compared)).toBe('')
    expect(caution(compared)).toBe('')
    expect(caution(compare(before, listed('a 5; b 3; main 1')))).toBe('')
    expect(caution(compare(before, listed('a 5; b 3')))).toContain('hardly any function names')
  })

  it('are a table for a terminal, a spreadsheet and the clipboard', () => {
    const rows = finish(orderRows(compared, 'self', 'time', null)).rows
    const { isChanged } = finish(findChanged(compared, 'self', 'time'))
    expect(changeLines(compared, rows, 'self', 'time', isChanged)).toEqual([
      'Change s  Before s  After s  Ratio  Calls  Per call  Name',
      '  +0.90       0.90     1.80  x2.00  x1.50     x1.33  scan',
      '  -0.40       0.40            gone                   old',
      '  +0.20                0.20    new                   fresh',
      '  +0.02~      0.10     0.12  x1.20                   main',
      '   0.00~      3.00     3.00      =      =         =  parse',
    ])
    expect(changeRowTsv(compared, scan, 'self', 'time')).toBe('0.90\t0.90\t1.80\t×2.00\t×1.50\t×1.33\tscan')
    expect(changeTableCsv(compared, rows.slice(0, 2), 'time').split('\r\n')).toEqual([
      'Self before (s),Self after (s),Total before (s),Total after (s),Calls before,Calls after,Name before,Name after',
      '0.9,1.8,0.9,1.8,1000,1500,scan,scan',
      '0.4,0,0.4,0,5,0,old,',
      '',
    ])
  })
})
