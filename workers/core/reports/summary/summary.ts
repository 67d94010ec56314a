// Summary of a profile: the few sentences that answer what takes the time, for whom, how far the numbers
// can be trusted.
//
// Each names the view that proves it. All rules with their thresholds are in this folder.
import type { SummaryInput, SummarySentence, SummaryPart } from './sentence.ts'
import { mismatch, damage, forks, slowRun, sampling, missingCalls, coarseBins } from './doubts.ts'
import { hottestFunction, mostCalledFunction, hottestLine, largestCycle } from './what-takes-time.ts'

/** The most sentences of a summary. */
export const MOST_SENTENCES = 6

/**
 * Returns the sentences of the summary, most important first, at most six. A rule that does not apply adds
 * none. Without `hotLines` no sentence names a line, and without `cuts` the one about the cycle names no
 * arc.
 */
export function summarize(input: SummaryInput): readonly SummarySentence[] {
  const { analyzed, notices } = input
  return [
    mismatch(notices),
    damage(notices),
    forks(notices),
    hottestFunction(input) ?? mostCalledFunction(input),
    input.hotLines && hottestLine(analyzed, input.hotLines),
    largestCycle(input),
    slowRun(notices),
    sampling(input),
    missingCalls(notices),
    coarseBins(notices),
  ]
    .filter((sentence) => sentence !== null)
    .slice(0, MOST_SENTENCES)
}

/** Returns a sentence as plain text. */
export const summaryText = ({ parts }: SummarySentence): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')

/**
 * Returns the sentences as items of a Markdown list, with names as code; one string each, without a line
 * break.
 */
export function summaryMarkdown(sentences: readonly SummarySentence[]): readonly string[] {
  const markdownOf = (part: SummaryPart): string => (typeof part === 'string' ? part : codeSpan(part.name))
  return sentences.map(({ parts }) => `- ${parts.map(markdownOf).join('')}`)
}

/** A code span ends at the first run of backticks that is as long as its own. */
function codeSpan(name: string): string {
  const longest = (name.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${name} ${fence}` : `${fence}${name}${fence}`
}
