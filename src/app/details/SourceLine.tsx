// A function's place in the source. Its line is reserved while the worker searches, so that nothing moves
// when the answer arrives.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { functionLinesPatch, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { LongName } from '../../ui/LongName.tsx'
import { pathParts } from '../../ui/path-parts.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { type Source, sourceOf } from '../../../workers/core/reports/source-of.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { hasLines, lookForSources, stopSources } from '../../state/questions/sources.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './details.module.css'

export function SourceLine({
  opened,
  f,
  isUnused,
}: {
  readonly opened: ProfileView
  readonly f: FunctionIndex
  /** True if the function has no sample, call or arc. Its source is then not looked up. */
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
            <Button look="quiet" onClick={stopSources}>
              Cancel
            </Button>
          </>
        )}
      </p>
    )
  }
  if (!known && late.phase === 'failed') {
    return (
      <p className={`${styles.source} ${styles.looking}`}>
        Source not searched.
        <Button look="quiet" onClick={() => void lookForSources(opened)}>
          Search
        </Button>
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
