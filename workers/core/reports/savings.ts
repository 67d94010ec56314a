// What a faster function saves, in words: its self time exactly, at most all that runs below it.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { Bounds } from '../trust/bounds/bounds.ts'
import { factorOf, type Scenario } from '../analysis/scenario/scenario.ts'
import { asArray } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { allNamed } from '../profile/name-index.ts'
import { AS_PRINTED, type Explanation } from './explain/explanation.ts'
import { explainSampling } from './explain/sampling.ts'
import { isMember } from '../trust/bounds/certain-parts.ts'
import { partOf, type TimeRange } from '../trust/bounds/folded-self.ts'
import { leastSelf, stackRangeOf } from './explain/stack-range.ts'
import { rawName } from '../names/names.ts'
import {
  formatExact,
  formatFixed,
  formatScaled,
  formatShareOf,
  secondsOf,
  wholeTicks,
} from '../quantities.ts'
import { spanText } from './span-text.ts'

/** Returns a factor as text: "2× faster", or "takes no time" for Infinity. */
export const factorText = (factor: number): string =>
  factor === Infinity ? 'takes no time' : `${formatExact(factor)}× faster`

/**
 * Returns what the functions of a name save when their self time is divided by a factor, in ticks: their
 * self time × (1 − 1 ÷ factor). 0 if no function has the name.
 *
 * @param measured the profile without a scenario
 * @param name raw name, a binary string; it selects every function that has it
 * @param factor above 1; Infinity saves all
 */
export function savedTicks(measured: CallGraphProfile, name: string, factor: number): Ticks {
  return selfTicksOf(measured, name) * (1 - 1 / factor)
}

function selfTicksOf({ functions }: CallGraphProfile, name: string): Ticks {
  const self = asArray(functions.selfTicks)
  return allNamed(functions.names, name).reduce((sum, f) => sum + self[f], 0)
}

/**
 * Returns a saving as text: "saves 1.36 s (28.3%)", or "saves 28.3%" where the files do not say how long a
 * sample is. The percentage is of all recorded samples.
 *
 * @param measured the profile without a scenario
 * @param ticks from `savedTicks`
 */
export function savingText(measured: CallGraphProfile, ticks: Ticks): string {
  return `saves ${amountText(measured, ticks)}`
}

/** "1.36 s (28.3%)" of all recorded samples. */
function amountText(measured: CallGraphProfile, ticks: Ticks): string {
  const share = formatShareOf(measured, ticks)
  const time = timeText(measured, ticks)
  return time === null ? share : `${time} (${share})`
}

/** Null where the files do not say how long a sample is. */
function timeText({ rate, abbreviation }: CallGraphProfile, ticks: Ticks): string | null {
  if (!(rate > 0)) return null
  const seconds = secondsOf(ticks, rate)
  return seconds >= 0.005 || seconds === 0
    ? `${formatFixed(seconds, 2)} ${abbreviation}`
    : formatScaled(seconds, abbreviation)
}

/** The outcome of a factor for one function, and how much there is to save in it. */
export interface Outcome {
  /** "2× faster saves 1.36 s (28.3%): 4.80 → 3.44 s."; "" without a factor. */
  readonly saving: string
  /**
   * "At most 2.71 s (56.4%) can be saved here; with everything below it between 2.71 and 2.90 s. Half the calls,
   * each as costly as now, would save 1.35 to 1.45 s: 4.80 → 3.35 to 3.45 s."
   */
  readonly limit: string
  /** Whether there is anything to save. */
  readonly isOpen: boolean
  readonly explanation: Explanation
}

/**
 * Returns what a faster function saves and what there is to save in it: Amdahl's law for one function. The
 * saving is exact for the samples taken, because self time alone changes. Bounds of its time on the stack
 * say what its callees, and fewer calls, could save besides. Returns null for a profile without samples.
 *
 * @param measured the analysis without a scenario
 * @param analyzed the analysis on screen, whose scenario may have this function faster already
 * @param scenario the scenario to describe, with the factor of this function if it has one
 */
export function outcomeOf(
  measured: AnalyzedProfile,
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
  scenario: Scenario,
): Outcome | null {
  const { profile } = measured
  const { totals } = profile
  if (!(totals.ticks > 0)) return null
  const name = rawName(profile.functions, f)
  const self = selfTicksOf(profile, name)
  const range = rangeBelow(measured, analyzed, bounds, f)
  const factor = factorOf(scenario, name)
  const before = analyzed.profile.totals.ticks + (factor === 1 ? 0 : savedTicks(profile, name, factor))
  const fewerCalls = fewerCallsText(analyzed, range, f, before, factor === 1 ? 2 : factor)
  if (self === 0) {
    return {
      isOpen: false,
      saving: '',
      limit: `It has no self time to save.${belowText(profile, range, 0, ' Everything below it:')}${fewerCalls}`,
      explanation: { title: TITLE, formula: '', note: explainSampling(measured, 0) },
    }
  }
  const below = belowText(profile, range, leastSelf(measured, f), '; with everything below it')
  return {
    isOpen: true,
    saving: savingOf(profile, name, scenario),
    limit: `At most ${amountText(profile, self)} can be saved here${below === '' ? '.' : below}${fewerCalls}`,
    explanation: {
      title: TITLE,
      formula: '',
      note: `Exact for the samples taken: only its self time changes. ${measured.asPrinted ? AS_PRINTED : explainSampling(measured, self)}`,
    },
  }
}

const TITLE = 'What a faster function saves'

function savingOf(measured: CallGraphProfile, name: string, scenario: Scenario): string {
  const factor = factorOf(scenario, name)
  if (factor === 1) return ''
  const saved = savedTicks(measured, name, factor)
  const others = scenario.faster.reduce(
    (sum, other) => (other.name === name ? sum : sum + savedTicks(measured, other.name, other.factor)),
    0,
  )
  const before = Math.max(0, measured.totals.ticks - others)
  const after = Math.max(0, before - saved)
  const what = factor === Infinity ? 'Taking no time' : factorText(factor)
  const { rate, abbreviation } = measured
  if (!(rate > 0)) return `${what} ${savingText(measured, saved)}.`
  const [was, is] = [before, after].map((ticks) => formatFixed(secondsOf(ticks, rate), 2))
  const amount =
    others === 0
      ? amountText(measured, saved)
      : `${timeText(measured, saved)} (${formatShareOf(measured, saved)} of the recorded ${timeText(measured, wholeTicks(measured))})`
  return `${what} saves ${amount}: ${was}\u00a0→\u00a0${is} ${abbreviation}.`
}

/** Returns the bounds of its time on the stack, as if it were not faster; null where they are not known. */
function rangeBelow(
  { profile }: AnalyzedProfile,
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
): TimeRange | null {
  if (!bounds || profile.listed || !(profile.rate > 0) || !(analyzed.times.fraction[f] > 0)) return null
  const saved = profile.functions.selfTicks[f] - analyzed.profile.functions.selfTicks[f]
  const { least, most } = stackRangeOf(analyzed, bounds, f)
  return { least: least + saved, most: most + saved }
}

function belowText(profile: CallGraphProfile, range: TimeRange | null, own: Ticks, head: string): string {
  if (range === null) return ''
  const isOne = partOf(range.least, range.most) === 1
  return `${head} ${isOne ? '' : 'between '}${spanText(profile, range, own, ' and ')}.`
}

/**
 * What fewer calls would save, if each call cost the same, with all that runs below it. "" where it was not
 * called often enough, and for members of a cycle, whose calls nest.
 */
function fewerCallsText(
  analyzed: AnalyzedProfile,
  range: TimeRange | null,
  f: FunctionIndex,
  before: Ticks,
  factor: number,
): string {
  const { profile } = analyzed
  if (range === null || isMember(analyzed, f) || !(profile.functions.calls[f] >= factor)) return ''
  const part = 1 - 1 / factor
  const saved = { least: range.least * part, most: Math.min(before, range.most * part) }
  const after = { least: before - saved.most, most: before - saved.least }
  const calls = factor === 2 ? 'Half the calls' : `1/${formatExact(factor)} of the calls`
  const was = formatFixed(secondsOf(before, profile.rate), 2)
  return ` ${calls}, each as costly as now, would save ${spanText(profile, saved)}: ${was}\u00a0→\u00a0${spanText(profile, after)}.`
}
