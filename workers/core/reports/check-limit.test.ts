// Limits: time below a set of functions counts each sample once; an excess counts if it is
// significant.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { randomScenario } from '../../testing/random/random-scenario.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { asColumn, NONE } from '../base/columns.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { estimateStacks } from './exports/estimated-stacks.ts'
import { isGlobMatch } from '../base/glob.ts'
import { checkLimit, type Limit, type LimitResult, ticksBelow } from './check-limit.ts'
import { binomialTail, lastBelow, logGamma, poissonTail } from '../base/tails.ts'
import { effort } from '../../testing/effort.ts'

// Allows for a busy machine.
describe('tails', () => {
  /** Term by term, each from the one before. */
  const summedBinomial = (count: number, trials: number, chance: number): number => {
    let term = (1 - chance) ** trials
    let below = 0
    for (let k = 0; k < count; k++) {
      below += term
      term *= ((trials - k) / (k + 1)) * (chance / (1 - chance))
    }
    return 1 - below
  }
  const summedPoisson = (count: number, mean: number): number => {
    let term = Math.exp(-mean)
    let below = 0
    for (let k = 0; k < count; k++) {
      below += term
      term *= mean / (k + 1)
    }
    return 1 - below
  }

  it('are the sums they represent', () => {
    for (const [count, trials, chance] of [
      [1, 10, 0.1],
      [60, 250, 0.2],
      [50, 250, 0.2],
      [3, 5, 0.9],
      [240, 250, 0.9],
      [480, 1000, 0.5],
    ] as const)
      expect(binomialTail(count, trials, chance)).toBeCloseTo(summedBinomial(count, trials, chance), 10)
    for (const [count, mean] of [
      [1, 0.1],
      [60, 50],
      [50, 60],
      [3, 0.5],
      [130, 100],
    ] as const)
      expect(poissonTail(count, mean)).toBeCloseTo(summedPoisson(count, mean), 10)
  })

  it('stay probabilities, and fall with the count, at any size', () => {
    for (const trials of [1, 17, 1e4, 1e8]) {
      for (const chance of [1e-9, 0.01, 0.2, 0.999]) {
        let before = 1
        for (const share of [0, 0.1, 0.5, 0.9, 1]) {
          const tail = binomialTail(share * trials, trials, chance)
          expect(tail).toBeGreaterThanOrEqual(0)
          expect(tail).toBeLessThanOrEqual(before + 1e-9)
          before = tail
        }
      }
    }
    expect(poissonTail(1e6, 1e6)).toBeCloseTo(0.5, 2)
    expect(binomialTail(5e7, 1e8, 0.5)).toBeCloseTo(0.5, 2)
  })

  it('edges', () => {
    expect(binomialTail(0, 10, 0)).toBe(1)
    expect(binomialTail(1, 10, 0)).toBe(0)
    expect(binomialTail(10, 10, 1)).toBe(1)
    expect(binomialTail(11, 10, 0.5)).toBe(0)
    expect(poissonTail(1, 0)).toBe(0)
    expect(logGamma(101)).toBeCloseTo(363.73937555556347, 9)
    expect(logGamma(0.25)).toBeCloseTo(1.2880225246980774, 12)
  })

  it('the lower bound is Clopper and Pearson’s: 10 of 100 is at least 5.53% with 95%', () => {
    expect(lastBelow(0.05, 0, 1, (truth) => binomialTail(10, 100, truth))).toBeCloseTo(0.0553, 4)
  })
})

describe('time below', () => {
  const SIZE = 8
  const place = fc.integer({ min: 0, max: SIZE - 1 })

  it('is that of the stacks with a chosen function in them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: SIZE, maxLength: SIZE }),
        fc.uniqueArray(fc.tuple(place, place, fc.integer({ min: 0, max: 9 })), {
          maxLength: 18,
          selector: ([from, to]) => `${from} ${to}`,
        }),
        fc.array(fc.integer({ min: 0, max: 1 }), { minLength: SIZE, maxLength: SIZE }),
        fc.nat(1000),
        (ticks, arcs, chosen, seed) => {
          const lines = [
            ...ticks.map((own, f) => `f${f} ${own}`),
            ...arcs.map(([a, b, n]) => `f${a} -> f${b} ${n}`),
          ]
          const profile = profileFromText(lines.join(';'))
          const scenario = seed % 3 === 0 ? EMPTY_SCENARIO : randomScenario(randomFrom(seed), profile)
          const analyzed = analyzeProfile(profile, scenario)
          const stacks = estimateStacks(analyzed, { least: 0, most: 1e6 })
          let expected = 0
          for (const leaf of stacks.leaves) {
            let isBelow = false
            for (let row = leaf; row !== NONE; row = stacks.above[row] ?? NONE)
              isBelow ||= chosen[stacks.frame[row]] === 1
            if (isBelow) expected += stacks.selfTicks[leaf]
          }
          expect(ticksBelow(analyzed, Uint8Array.from(chosen))).toBeCloseTo(expected, 8)
        },
      ),
      { numRuns: effort(600) },
    )
  })

  it('does not come by way of a member of a cycle that is left out', () => {
    const profile = profileFromText(
      'main 1; by 2; out 4; in 8; main -> by 1; main -> in 1; by -> out 1; out -> in 1; in -> out 1',
    )
    const analyzed = analyzeProfile(profile, { ...EMPTY_SCENARIO, timeLeftOut: ['out'] })
    const ticksBelowOne = (chosen: number): number =>
      ticksBelow(
        analyzed,
        Uint8Array.from({ length: 4 }, (_, f) => (f === chosen ? 1 : 0)),
      )
    expect([0, 1, 2, 3].map(ticksBelowOne)).toEqual([7, 2, 0, 8])
  })
})

describe('a limit on functions that share bins', () => {
  const profile = profileFromText('main 0; own 100; left 50; right 50; main -> left 1; main -> right 1')
  const column = (...ticks: number[]) =>
    asColumn<FunctionIndex, number, 'Float64Array'>(Float64Array.from(ticks))
  // 100 samples are in bins of both left and right.
  const sharedBins = {
    ticks: 100,
    bytesPerBin: 256,
    bins: {
      from: new Float64Array(),
      to: new Float64Array(),
      samples: new Float64Array(),
      owners: new Uint32Array(),
    },
    least: column(0, 100, 0, 0),
    most: column(0, 100, 100, 100),
  }
  const analyzed = analyzeProfile({ ...profile, sharedBins }, EMPTY_SCENARIO)
  const judge = (measure: Limit['measure'], pattern: string, most: number, isStrict = false) =>
    checkLimit(analyzed, { measure, pattern, unit: 'share', most }, { confidence: 0.99, isStrict })

  it('is exceeded only by what is theirs in any case', () => {
    expect(judge('self', 'left', 0.1)).toMatchObject({
      measured: 0.25,
      withoutShared: 0,
      atLeast: 0,
      verdict: 'within-error',
    })
    expect(judge('total', 'left', 0.1, true).verdict).toBe('within-error')
    expect(judge('leastTotal', 'left', 0.1).verdict).toBe('within-error')
    expect(judge('self', 'own', 0.1)).toMatchObject({ withoutShared: null, verdict: 'exceeded' })
  })

  it('counts samples of which all possible owners are meant', () => {
    expect(judge('self', '*t', 0.1)).toMatchObject({ functions: 2, withoutShared: null, verdict: 'exceeded' })
    expect(judge('total', 'main', 0.1)).toMatchObject({ withoutShared: null, verdict: 'exceeded' })
  })
})

describe('a limit', () => {
  const text =
    'main 100; parse_line 50; parse_word 50; rest 50; main -> parse_line 5; parse_line -> parse_word 9'
  const ask = (limit: Omit<Limit, 'measure'> & Partial<Limit>, isStrict = false): LimitResult =>
    checkLimit(
      analyzeProfile(profileFromText(text), EMPTY_SCENARIO),
      { measure: 'total', ...limit },
      { confidence: 0.99, isStrict },
    )

  it('of a share counts what matches together, each sample once', () => {
    const judged = ask({ pattern: 'parse_*', unit: 'share', most: 0.5 })
    expect(judged).toMatchObject({ functions: 2, ticks: 100, allTicks: 250, measured: 0.4, verdict: 'kept' })
    // Below the 47.4% from which 250 samples would show an excess of a limit of 40%.
    expect(ask({ pattern: 'parse_*', unit: 'share', most: 0.4 }).noticedFrom).toBeCloseTo(0.476, 2)
  })

  it('is exceeded only when chance does not explain it, or always if strict', () => {
    const close = { pattern: 'parse_*', unit: 'share', most: 0.38 } as const
    expect(ask(close).verdict).toBe('within-error')
    expect(ask(close, true).verdict).toBe('exceeded')
    const far = ask({ ...close, most: 0.25 })
    expect(far.verdict).toBe('exceeded')
    expect(far.atLeast).toBeGreaterThan(0.25)
    expect(far.atLeast).toBeLessThan(0.4)
  })

  it.each([
    [100, 31],
    [250, 26.4],
    [1000, 23.1],
    [6000, 21.2],
    [60_000, 20.4],
  ])(
    'of a fifth of %d samples shows an excess from the share on that docs/check.md tells',
    (samples, percent) => {
      const profile = profileFromText(`main ${samples - 1}; f 1`)
      const limit = { measure: 'self', pattern: 'f', unit: 'share', most: 0.2 } as const
      const { noticedFrom } = checkLimit(analyzeProfile(profile, EMPTY_SCENARIO), limit, {
        confidence: 0.99,
        isStrict: false,
      })
      expect(Math.abs(100 * noticedFrom - percent)).toBeLessThan(100 / samples + 0.05)
    },
  )

  it('that no excess can show against, all there is or of too few samples, says so', () => {
    expect(ask({ pattern: 'main', unit: 'share', most: 1 }).noticedFrom).toBe(Infinity)
    expect(ask({ pattern: 'main', unit: 'share', most: 0.99 }).noticedFrom).toBe(Infinity)
    expect(ask({ pattern: 'main', unit: 'share', most: 0.98 }).noticedFrom).toBeLessThan(1)
    expect(ask({ pattern: 'main', unit: 'share', most: 0.98 }, true).noticedFrom).toBe(0.98)
  })

  it('of seconds and of self time', () => {
    expect(ask({ measure: 'self', pattern: 'parse_line', unit: 'seconds', most: 0.45 }).verdict).toBe(
      'within-error',
    )
    expect(ask({ measure: 'self', pattern: 'parse_line', unit: 'seconds', most: 0.3 }).verdict).toBe(
      'exceeded',
    )
    expect(ask({ measure: 'self', pattern: 'parse_line', unit: 'seconds', most: 0.5 }).verdict).toBe('kept')
  })

  it('of calls has no error', () => {
    expect(ask({ measure: 'calls', pattern: 'parse_*', unit: 'count', most: 14 }).verdict).toBe('kept')
    expect(ask({ measure: 'calls', pattern: 'parse_*', unit: 'count', most: 13 }).verdict).toBe('exceeded')
  })

  it('fails by chance as rarely as it says, for a program right at the limit', () => {
    const random = randomFrom(7)
    const [runs, samples, share] = [effort(4000, 1000), 200, 0.2]
    let failed = 0
    for (let run = 0; run < runs; run++) {
      let hits = 0
      for (let sample = 0; sample < samples; sample++) if (random.chance(share)) hits++
      const profile = profileFromText(`main ${samples - hits}; f ${hits}`)
      const limit = { measure: 'self', pattern: 'f', unit: 'share', most: share } as const
      const { verdict } = checkLimit(analyzeProfile(profile, EMPTY_SCENARIO), limit, {
        confidence: 0.99,
        isStrict: false,
      })
      if (verdict === 'exceeded') failed++
    }
    expect(failed / runs).toBeLessThan(0.013)
    expect(failed).toBeGreaterThan(0)
  })
})

it('a glob means whole names', () => {
  expect(isGlobMatch('parse_line', 'parse_*')).toBe(true)
  expect(isGlobMatch('reparse_line', 'parse_*')).toBe(false)
  expect(isGlobMatch('std::vector<int>::push_back(int const&)', 'std::*::push_back*')).toBe(true)
  expect(isGlobMatch('operator*', 'operator*')).toBe(true)
  expect(isGlobMatch('ab', 'a?')).toBe(true)
  expect(isGlobMatch('a', 'a?')).toBe(false)
  expect(isGlobMatch('', '*')).toBe(true)
  // Unlimited backtracking would not end here.
  expect(isGlobMatch('a'.repeat(5000), `${'*a'.repeat(50)}b`)).toBe(false)
})
