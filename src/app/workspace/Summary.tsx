// The summary above the flat profile: sentences from the profile, each a link to the view that proves it.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { hasLines } from '../../state/queries.ts'
import { hotLinesOf } from '../../state/read-again.ts'
import { valueOf } from '../../state/requests.ts'
import {
  functionName,
  hashFor,
  type ParamsCodec,
  setViewParams,
  type UrlState,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import { summarize, type SummarySentence } from '../../../workers/core/reports/summary.ts'
import styles from './workspace.module.css'

/** Codec of whether the summary is folded, which links carry. Keys: folded=1 */
const summaryParams: ParamsCodec<{ readonly isFolded: boolean }> = {
  view: 'summary',
  parse: (raw) => ({ isFolded: raw['folded'] === '1' }),
  format: ({ isFolded }) => (isFolded ? { folded: '1' } : {}),
}

/** Shows the hottest line only once lines were read: reading them may take long. */
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
  const sentences = useMemo(() => {
    const { analyzed, listing, notices } = opened
    return summarize({ analyzed, listing, notices, hotLines, cuts: null })
  }, [opened, hotLines])
  if (sentences.length === 0) return null
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
          {sentences.map((sentence) => (
            <li key={sentence.kind}>
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
          ))}
        </ul>
      )}
    </section>
  )
}

function Parts({ of: { parts } }: { readonly of: SummarySentence }) {
  return parts.map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence keep their places
    typeof part === 'string' ? part : <strong key={at}>{part.name}</strong>,
  )
}

function patchOf(
  { place, f }: SummarySentence,
  opened: ProfileView,
  { params }: UrlState,
): Partial<UrlState> {
  return {
    view: place,
    ...(f === null ? {} : { selected: functionName(opened, f) }),
    ...(place === 'source' ? { params: { ...params, 'source.lines': 'sampled' } } : {}),
  }
}
