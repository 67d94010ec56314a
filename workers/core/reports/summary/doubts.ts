// Sentences of the summary that say how far the numbers can be trusted.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { Notice, NoticeCode, NoticeOf } from '../../problems/problem.ts'
import { briefName } from '../../names/brief-name.ts'
import {
  formatCount,
  formatCounted,
  formatFixed,
  formatShareOf,
  percentOf,
  secondsOf,
} from '../../quantities.ts'
import {
  type SummarySentence,
  type SummaryKind,
  type SummaryPart,
  type SummaryInput,
  scaledTime,
  RELIABLE_SAMPLES,
} from './sentence.ts'

function find<C extends NoticeCode>(notices: readonly Notice[], code: C): NoticeOf<C> | undefined {
  return notices.find((notice): notice is NoticeOf<C> => notice.code === code)
}

export function mismatch(notices: readonly Notice[]): SummarySentence | null {
  if (find(notices, 'wrong-executable'))
    return byNotice('mismatch', [
      'The program may not be the one that was measured: names and numbers may be wrong.',
    ])
  const odd = notices.filter(({ code }) => code === 'odd-run').length
  if (odd > 1)
    return byNotice('mismatch', [
      `${formatCount(odd)} runs may be of another build; their times are included.`,
    ])
  const run = find(notices, 'odd-run')
  if (!run) return null
  return byNotice('mismatch', [{ name: run.file }, ' may be of another build; its times are included.'])
}

export function damage(notices: readonly Notice[]): SummarySentence | null {
  const files = notices.filter(({ code }) => code === 'gmon/truncated-file').length
  if (files === 0) return null
  return byNotice('damage', [
    `${formatCounted(files, 'profile file is', 'profile files are')} truncated: some samples or calls are missing.`,
  ])
}

export function forks(notices: readonly Notice[]): SummarySentence | null {
  return find(notices, 'forked-runs')
    ? byNotice('forks', [
        'Runs were forked: each file holds the past of its parent, which counts several times.',
      ])
    : null
}

export function missingCalls(notices: readonly Notice[]): SummarySentence | null {
  return find(notices, 'no-arcs')
    ? byNotice('no-calls', ['No calls were counted: nothing shows which function calls which.'])
    : null
}

export function coarseBins(notices: readonly Notice[]): SummarySentence | null {
  const shared = find(notices, 'coarse-bins')
  if (shared)
    return byNotice('bins', [
      `${formatFixed(percentOf(shared.ticks, shared.totalTicks), 0)}% of the samples are in bins that several functions share: which one took them is not known.`,
    ])
  const drift = find(notices, 'scale-drift')
  if (!drift) return null
  return byNotice('bins', [
    `Samples may be off by up to ${formatCounted(drift.bytes, 'byte')}: small neighbouring functions may swap time.`,
  ])
}

const byNotice = (kind: SummaryKind, parts: readonly SummaryPart[]): SummarySentence => ({
  kind,
  parts,
  place: 'notices',
  f: null,
})

/** The notice has the rule of what chance does not explain. */
export function slowRun(notices: readonly Notice[]): SummarySentence | null {
  const slow = find(notices, 'slow-run')
  if (!slow) return null
  const { file, samples, mean, runs, name, excess = 0, rate = 0 } = slow
  const times = `${formatFixed(samples / mean, 2)} times the mean of ${formatCount(runs)} runs`
  const where =
    name === undefined
      ? []
      : [
          ', ',
          rate > 0
            ? `${formatFixed(excess / rate, 2)} s more than the others in `
            : `${formatCount(Math.round(excess))} samples more than the others in `,
          { name: briefName(name) },
        ]
  return {
    kind: 'slow-run',
    parts: ['The slowest run is ', { name: file }, `: ${times}`, ...where, '.'],
    place: 'runs',
    f: null,
  }
}

export function sampling({ analyzed, listing, notices }: SummaryInput): SummarySentence | null {
  const { profile, scenario } = analyzed
  const { ticks } = profile.totals
  // A listing has no samples, and other factors divide the samples of each function.
  if (profile.listed || scenario.faster.length > 0) return null
  if (!profile.hasHistogram || !(ticks > 0))
    return byNotice('sampling', [
      profile.arcs.length === 0
        ? 'There are no samples and no calls.'
        : 'There are no samples: times are unknown, calls are exact.',
    ])
  const samples = formatCounted(Math.round(ticks), 'sample')
  const said = (text: string): SummarySentence => ({
    kind: 'sampling',
    parts: [text],
    place: 'flat-profile',
    f: null,
  })
  if (!(profile.rate > 0)) return said(`${samples} at an unknown rate: shares are known, seconds are not.`)
  const rows = reliableRows(analyzed, listing)
  if (rows === 0) return said(`Only ${samples}: the error of every time is a third or more.`)
  if (find(notices, 'few-samples')) {
    const first = rows === 1 ? 'first row' : `first ${formatCount(rows)} rows`
    return said(`Only ${samples}: trust the ${first}; other times have errors of a third or more.`)
  }
  const limit = scaledTime(secondsOf(RELIABLE_SAMPLES, profile.rate), null, profile.abbreviation)
  return said(
    `${samples}, ± one standard deviation: times under ${limit} (${formatShareOf(profile, RELIABLE_SAMPLES)}) have errors of a third or more.`,
  )
}

/** Returns the number of first rows of the flat profile, by self time, that have enough samples. */
function reliableRows(
  { profile: { functions } }: AnalyzedProfile,
  { flat: { printed } }: SummaryInput['listing'],
): number {
  let rows = 0
  while (rows < printed.length && functions.selfTicks[printed[rows] as FunctionIndex] >= RELIABLE_SAMPLES)
    rows++
  return rows
}
