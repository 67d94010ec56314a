// What is said of total times holds in programs whose stacks are known: see docs/honest-numbers.md.
import { expect, it } from 'vitest'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { NONE } from '../../core/base/columns.ts'
import { finish } from '../../core/base/yielder.ts'
import type { ArcIndex, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { boundsOf } from '../../core/trust/bounds/bounds.ts'
import { explainTotal } from '../../core/reports/explain/total.ts'
import { rangeOfArc, rangeOfTotal } from '../../core/trust/bounds/certain-parts.ts'
import { samplingInterval } from '../../core/reports/explain/sampling.ts'
import { randomFrom } from '../random/random.ts'
import { effort } from '../effort.ts'
import { simulateProgram } from './simulate-program.ts'

/** More by hand: TRUTH_PROGRAMS=10000 npx vitest run workers/testing/truth */
const PROGRAMS = Number(process.env['TRUTH_PROGRAMS'] ?? effort(2000))
const SLACK = 1e-6

it('the true time of every function lies within its bounds, and what is called certain is exact', () => {
  const seen = {
    functions: 0,
    members: 0,
    outsideCycles: 0,
    membersOutside: 0,
    certain: 0,
    tight: 0,
    loose: 0,
    certainWhereSomeUncounted: 0,
    qualifiedWhereSomeUncounted: 0,
    arcs: 0,
    exactArcs: 0,
  }
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const random = randomFrom(seed)
    const functions = random.between(3, 40)
    const uncounted = random.pick([0, 0, 0.12, 0.3])
    const { profile, inclusive, arcInclusive } = simulateProgram(random, {
      functions,
      uncounted,
      backward: random.pick([0, 0.1, 0.4]),
    })
    const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
    const bounds = finish(boundsOf(analyzed))
    const loosely = finish(boundsOf(analyzed, 0))
    for (let row = 0; row < profile.functions.length; row++) {
      const f = row as FunctionIndex
      const truth = inclusive[row] ?? 0
      if (truth === 0 && profile.functions.calls[f] === 0) continue
      const { least, most } = rangeOfTotal(analyzed, bounds, f)
      const where = `seed ${seed}, f${row}`
      const loose = rangeOfTotal(analyzed, loosely, f).most
      expect(loose, where).toBeGreaterThanOrEqual(most - SLACK)
      if (loosely.isLoose[f] === 1) seen.loose++
      else expect(loose, where).toBeCloseTo(most, 6)
      expect(least, where).toBeLessThanOrEqual(truth + SLACK)
      expect(most, where).toBeGreaterThanOrEqual(truth - SLACK)
      const total = profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
      const isOutside = total < least - SLACK || total > most + SLACK
      const isMember = analyzed.cycles.cycleOf[f] !== NONE
      seen.functions++
      if (isMember) seen.members++
      if (isOutside) seen[isMember ? 'membersOutside' : 'outsideCycles']++
      if (most - least <= SLACK) seen.tight++
      const { total: note } = explainTotal(analyzed, bounds, f)
      if (note.startsWith('Certain')) {
        seen.certain++
        if (uncounted === 0.12) seen.certainWhereSomeUncounted++
        expect(note, where).not.toContain('Up to')
        expect(total, where).toBeCloseTo(truth, 6)
      } else if (note.startsWith('At least') && uncounted === 0.12) seen.qualifiedWhereSomeUncounted++
      if (isMember) expect(note, where).not.toMatch(/^Certain|±/)
      // gprof's figure of a member is never left without the range it lies outside of.
      if (isOutside) expect(note, where).toMatch(/more than gprof’s/)
    }
    for (let row = 0; row < profile.arcs.length; row++) {
      const arc = row as ArcIndex
      const truth = arcInclusive[row] ?? 0
      const { least, most } = rangeOfArc(analyzed, bounds, arc)
      const where = `seed ${seed}, arc f${profile.arcs.parent[arc]} -> f${profile.arcs.child[arc]}`
      expect(least, where).toBeLessThanOrEqual(truth + SLACK)
      expect(most, where).toBeGreaterThanOrEqual(truth - SLACK)
      seen.arcs++
      if (most > 0 && most - least <= SLACK) seen.exactArcs++
    }
  }
  expect(seen.outsideCycles).toBe(0)
  expect(seen.loose).toBeGreaterThan(0)
  expect(seen.exactArcs).toBeGreaterThan(seen.arcs / 20)
  expect(seen.certain).toBeGreaterThan(seen.functions / 20)
  expect(seen.membersOutside).toBeGreaterThan(0)
  expect(seen.certainWhereSomeUncounted).toBeGreaterThan(0)
  if (process.env['TRUTH_PROGRAMS'] !== undefined) console.log(seen)
})

it('where libraries call functions unseen, what is called certain is so as far as calls were counted', () => {
  const seen = { functions: 0, certain: 0, certainWrong: 0, outsideRange: 0 }
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const random = randomFrom(seed)
    const { profile, inclusive } = simulateProgram(random, {
      functions: random.between(3, 40),
      uncounted: 0,
      backward: random.pick([0, 0.1, 0.4]),
      callbacks: 0.12,
    })
    const analyzed = analyzeProfile(profile, EMPTY_SCENARIO)
    const bounds = finish(boundsOf(analyzed))
    for (let row = 0; row < profile.functions.length; row++) {
      const f = row as FunctionIndex
      const truth = inclusive[row] ?? 0
      if (truth === 0 && profile.functions.calls[f] === 0) continue
      seen.functions++
      const { least, most } = rangeOfTotal(analyzed, bounds, f)
      if (least > truth + SLACK || most < truth - SLACK) seen.outsideRange++
      const { total: note } = explainTotal(analyzed, bounds, f)
      if (!/\bCertain\b/i.test(note)) continue
      expect(note, `seed ${seed}, f${row}`).toMatch(/^Certain, as far as calls were counted:/)
      seen.certain++
      if (Math.abs(profile.functions.selfTicks[f] + analyzed.times.childTicks[f] - truth) > SLACK)
        seen.certainWrong++
    }
  }
  expect(seen.certain).toBeGreaterThan(0)
  if (process.env['TRUTH_PROGRAMS'] !== undefined) console.log(seen)
})

/** Probability of `count` samples where `mean` are to be expected. */
function poisson(count: number, mean: number): number {
  let log = count * Math.log(mean) - mean
  for (let k = 2; k <= count; k++) log -= Math.log(k)
  return Math.exp(log)
}

it('an interval of 95 % covers 95 % of the cases, of few samples as well', () => {
  const most = 300
  const intervals = Array.from({ length: most }, (_, count) => samplingInterval(count))
  const seen = { least: 1, most: 0, leastOfError: 1, mostOfError: 0 }
  for (let mean = 0.1; mean < 200; mean *= 1.013) {
    let [covered, withinError] = [0, 0]
    for (let count = 0; count < most; count++) {
      const { least, most: high } = intervals[count] ?? { least: 0, most: 0 }
      if (least <= mean && mean <= high) covered += poisson(count, mean)
      if (Math.abs(count - mean) <= Math.sqrt(count)) withinError += poisson(count, mean)
    }
    expect(covered, `${mean} samples expected`).toBeGreaterThanOrEqual(0.95)
    seen.least = Math.min(seen.least, covered)
    seen.most = Math.max(seen.most, covered)
    if (mean < 10) continue
    seen.leastOfError = Math.min(seen.leastOfError, withinError)
    seen.mostOfError = Math.max(seen.mostOfError, withinError)
  }
  // One standard deviation is no such interval: it is called what it is.
  expect(seen.leastOfError).toBeGreaterThan(0.58)
  expect(seen.mostOfError).toBeLessThan(0.8)
  if (process.env['TRUTH_PROGRAMS'] !== undefined) console.log(seen)
})

it('a share of all samples is covered as well', () => {
  const all = 200
  const intervals = Array.from({ length: all + 1 }, (_, count) => samplingInterval(count))
  let lowest = 1
  for (let share = 0.002; share < 1; share += 0.002) {
    let covered = 0
    let log = all * Math.log(1 - share)
    for (let count = 0; count <= all; count++) {
      if (count > 0) log += Math.log(((all - count + 1) / count) * (share / (1 - share)))
      const { least, most } = intervals[count] ?? { least: 0, most: 0 }
      if (least <= share * all && share * all <= most) covered += Math.exp(log)
    }
    lowest = Math.min(lowest, covered)
    expect(covered, `${share} of ${all} samples`).toBeGreaterThanOrEqual(0.95)
  }
  if (process.env['TRUTH_PROGRAMS'] !== undefined) console.log({ lowest })
})
