// The summary above the flat profile: sentences from the profile, each a link to the view that proves it.
import { useEffect, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { SuggestedCuts } from '../../../workers/core/analysis/cuts/suggest-cuts.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { hasLines } from '../../state/questions/sources.ts'
import { areLinesReadSoon, askHotLines, hotLinesOf } from '../../state/questions/lines.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { type ParamsCodec, setViewParams, useViewParams } from '../../state/url/view-params.ts'
import type { UrlState } from '../../state/url/url-state.ts'
import { useStore } from '../../state/store.ts'
import { cycleToCut } from '../../../workers/core/reports/summary/what-takes-time.ts'
import { MOST_SENTENCES, summarize } from '../../../workers/core/reports/summary/summary.ts'
import type { SummarySentence } from '../../../workers/core/reports/summary/sentence.ts'
import styles from './workspace.module.css'

/** Codec of whether the summary is folded, which links carry. Keys: folded=1 */
const summaryParams: ParamsCodec<{ readonly isFolded: boolean }> = {
  view: 'summary',
  parse: (raw) => ({ isFolded: raw['folded'] === '1' }),
  format: ({ isFolded }) => (isFolded ? { folded: '1' } : {}),
}

/** Larger programs take long to read lines of: then the hottest line comes once the lines are shown. */
const MOST_FUNCTIONS = 5000

/** Cuts of a cycle of so few functions take less than a frame. */
const MOST_MEMBERS = 30
const MOST_WORK = 20_000

/** Sentences that come or grow after the first rows. Their room is reserved, so that nothing moves. */
const LATE: ReadonlySet<string> = new Set(['line', 'cycle'])

/** Adds the hottest line and the cut after the first rows, where both take a moment only. */
export function Summary({
  opened,
  onNotices,
}: {
  readonly opened: ProfileView
  readonly onNotices: () => void
}) {
  const { isFolded } = useViewParams(summaryParams)
  const shared = useStore((state) => state.shared)
  const lines = useStore((state) => hotLinesOf(state, opened))
  const hotLines = hasLines(opened) ? (valueOf(lines) ?? null) : null
  const areSmall = areLinesSmall(opened)
  const asksLines = lines.phase === 'idle' && areSmall
  useEffect(() => {
    if (asksLines) void askHotLines(opened)
  }, [asksLines, opened])
  const cuts = useCuts(opened)
  const sentences = useMemo(() => {
    const { analyzed, listing, notices } = opened
    const isNoticed = notices.some(({ code }) => code === 'few-samples')
    // That notice says the same, and what to do.
    return summarize({ analyzed, listing, notices, hotLines, cuts }).filter(
      ({ kind }) => kind !== 'sampling' || !isNoticed,
    )
  }, [opened, hotLines, cuts])
  if (sentences.length === 0) return null
  const isReading = areSmall && (lines.phase === 'idle' || lines.phase === 'loading')
  const [before, after] = aroundHottestLine(sentences, isReading)
  const item = (sentence: SummarySentence) => (
    <li
      key={sentence.kind}
      className={LATE.has(sentence.kind) ? styles.late : undefined}
      data-kind={sentence.kind}
    >
      {sentence.place === 'notices' ? (
        <button type="button" className={styles.sentence} onClick={onNotices}>
          <Parts of={sentence} />
        </button>
      ) : (
        <a className={styles.sentence} href={hashFor(shared, patchOf(sentence, opened, shared))}>
          <Parts of={sentence} />
        </a>
      )}
    </li>
  )
  return (
    <section aria-label="Summary" className={styles.summary}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!isFolded}
        onClick={() => setViewParams(summaryParams, { isFolded: !isFolded }, 'replace')}
      >
        <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span> Summary
      </button>
      {!isFolded && (
        <ul className={styles.sentences}>
          {before.map(item)}
          {isReading && (
            <li className={`${styles.late} ${styles.expected}`} data-kind="line">
              Reading the hottest line…
            </li>
          )}
          {after.map(item)}
        </ul>
      )}
    </section>
  )
}

/** Splits sentences where that of the hottest line comes, and leaves room for it. */
function aroundHottestLine(
  sentences: readonly SummarySentence[],
  isReading: boolean,
): readonly [readonly SummarySentence[], readonly SummarySentence[]] {
  const at = sentences.findIndex(({ kind }) => kind === 'function' || kind === 'calls') + 1
  const most = isReading ? MOST_SENTENCES - 1 : MOST_SENTENCES
  return [sentences.slice(0, at), sentences.slice(at, most)]
}

const areLinesSmall = (opened: ProfileView): boolean =>
  opened.analyzed.profile.functions.length <= MOST_FUNCTIONS && areLinesReadSoon(opened)

/** Returns the cuts of the cycle that the summary names; null while unknown, or if it is large. */
function useCuts(opened: ProfileView): SuggestedCuts | null {
  const [found, setFound] = useState<{ readonly of: AnalyzedProfile; readonly cuts: SuggestedCuts } | null>(
    null,
  )
  useEffect(() => {
    const top = cycleToCut(opened)
    if (!top || top.size > MOST_MEMBERS) return undefined
    let isCurrent = true
    void import('../../../workers/core/reports/summary/summary-cuts.ts').then(
      ({ cutsOfSummary }) => {
        const cuts = isCurrent ? cutsOfSummary(opened, MOST_WORK) : null
        if (cuts) setFound({ of: opened.analyzed, cuts })
      },
      // Without it the sentence names no arc.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [opened])
  return found?.of === opened.analyzed ? found.cuts : null
}

function Parts({ of: { parts } }: { readonly of: SummarySentence }) {
  return parts.map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence keep their places
    typeof part === 'string' ? part : <strong key={at}>{part.name}</strong>,
  )
}

function patchOf(
  { kind, place, f }: SummarySentence,
  opened: ProfileView,
  { params }: UrlState,
): Partial<UrlState> {
  return {
    view: place,
    ...(f === null
      ? {}
      : { selected: { ...functionName(opened, f), ...(kind === 'cycle' ? { isCycle: true } : {}) } }),
    ...(place === 'source' ? { params: { ...params, 'source.lines': 'sampled' } } : {}),
  }
}
