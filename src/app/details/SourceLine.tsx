// The file and line of a function. Its place is kept while the worker looks for it, so that nothing moves when it arrives.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { type Source, sourceOf } from '../../../workers/core/reports/sources.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { functionLinesPatch, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { hasLines, lookForSources, stopSources } from '../../state/worker/sources.ts'
import { LongName, pathParts } from '../../ui/text.tsx'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

export function SourceLine({
  opened,
  f,
  isUnused,
}: {
  readonly opened: ProfileView
  readonly f: FunctionIndex
  /** No sample, call or arc is its: its source is not looked for. */
  readonly isUnused: boolean
}) {
  const late = useStore((state) => state.ui.lateSources)
  const shared = useStore((state) => state.shared)
  const { profile } = opened.analyzed
  const known = profile.sources ?? valueOf(late)
  if (!known && !opened.sourcesLater) return null
  if (!known && (late.phase === 'idle' || late.phase === 'loading')) {
    const progress = late.phase === 'loading' ? late.progress : null
    return (
      <p className={`${styles.source} ${styles.looking}`} aria-busy="true">
        Looking for its source …
        {progress !== null && (
          <>
            <progress aria-label="Looking for sources" value={progress} max={1} />
            <button type="button" className={controls.quiet} onClick={stopSources}>
              Cancel
            </button>
          </>
        )}
      </p>
    )
  }
  if (!known && late.phase === 'failed') {
    return (
      <p className={`${styles.source} ${styles.looking}`}>
        Source not looked for.
        <button type="button" className={controls.quiet} onClick={() => void lookForSources(opened)}>
          Look for it
        </button>
      </p>
    )
  }
  const source = known && sourceOf({ ...profile, sources: known }, f)
  if (!source) return isUnused ? null : <p className={styles.source}>Source not known</p>
  const text = visibleText(placeOf(source))
  const place = (
    <code>
      <LongName {...pathParts(text)} />
    </code>
  )
  return (
    <p className={styles.source} title={text}>
      {hasLines(opened) ? (
        <a
          href={hashFor(shared, functionLinesPatch(shared))}
          title={`${text}\nIts lines, with the time of each`}
        >
          {place}
        </a>
      ) : (
        place
      )}
    </p>
  )
}

function placeOf({ file, line }: Source): string {
  return line > 0 ? `${file}:${line}` : file
}
