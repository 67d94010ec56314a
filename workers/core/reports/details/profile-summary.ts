// The header's facts about the profile as a whole.
import { formatCounted, formatExact, formatSeconds, secondsOf } from '../quantities.ts'
import { samplingError } from './explain.ts'
import type { Listed } from '../listing/listing.ts'

export interface SummaryFact {
  readonly text: string
  readonly explanation: string
}

export function profileSummary({ analyzed, listing }: Listed): readonly SummaryFact[] {
  const { profile, cycles } = analyzed
  const { totals, rate, abbreviation } = profile
  const facts: SummaryFact[] = []
  if (profile.hasHistogram) {
    facts.push({
      text: formatSeconds(secondsOf(totals.ticks, rate), abbreviation),
      explanation: profile.listed
        ? 'Time in all functions, as the listing has it'
        : `Time in all functions: ${formatExact(totals.ticks)} samples ÷ ${formatExact(rate)} per second, about ± ${formatSeconds(secondsOf(samplingError(totals.ticks), rate), abbreviation)}`,
    })
    if (!profile.listed) {
      facts.push({
        text: formatCounted(totals.recordedTicks, 'sample'),
        explanation: 'Samples the files recorded',
      })
    }
  }
  facts.push(
    {
      text: formatCounted(listing.entries.takingPart, 'function'),
      explanation: `Functions that were called, took time or called others, of ${formatCounted(profile.functions.length, 'function')} in the program`,
    },
    { text: formatCounted(profile.arcs.length, 'arc'), explanation: 'Different caller–callee pairs' },
    {
      text: formatCounted(cycles.length, 'cycle'),
      explanation: 'Groups of functions that can all reach one another by calls',
    },
    profile.listed
      ? { text: 'gprof listing', explanation: 'What it is read from: rounded numbers, no samples' }
      : { text: formatCounted(totals.runs, 'run'), explanation: 'Profile files summed' },
  )
  return facts
}
