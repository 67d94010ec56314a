// The toolbar above lines of source: the choice between a function and the hottest lines, source
// files to add, and progress.
import type { ReactNode } from 'react'
import { type ParamsCodec, setViewParams, useViewParams } from '../../state/url-sync.ts'
import { addSourceFiles } from '../../state/worker/sources.ts'
import type { AsyncValue } from '../../state/worker/requests.ts'
import { stopLines } from '../../state/worker/lines.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import controls from '../../ui/controls.module.css'
import choice from '../../ui/switch.module.css'
import sheet from '../../ui/table/sheet.module.css'
import styles from './source.module.css'

/** The source view's parameters in the link. */
export interface SourceParams {
  /** Null for the default: the selected function, if there is one. */
  readonly shows: 'sampled' | null
}

/** Codec of the parameters. Keys: lines=sampled */
export const sourceParams: ParamsCodec<SourceParams> = {
  view: 'source',
  parse: (raw) => ({ shows: raw['lines'] === 'sampled' ? 'sampled' : null }),
  format: ({ shows }) => (shows ? { lines: shows } : {}),
}

// Chooses which lines are shown, and adds source files.

export function SourceTools({
  hasFunction,
  needsFiles,
  children,
}: {
  readonly hasFunction: boolean
  /** Whether the text of some lines is unavailable. */
  readonly needsFiles: boolean
  readonly children: ReactNode
}) {
  const { shows } = useViewParams(sourceParams)
  const isFunction = hasFunction && shows === null
  return (
    <div className={`${sheet.tools} ${styles.tools}`}>
      <div role="group" aria-label="Lines" className={choice.switch}>
        <button
          type="button"
          aria-pressed={isFunction}
          disabled={!hasFunction}
          title={hasFunction ? 'The lines of the selected function' : 'Select a function to see its lines'}
          onClick={() => setViewParams(sourceParams, { shows: null }, 'push')}
        >
          Function
        </button>
        <button
          type="button"
          aria-pressed={!isFunction}
          title="All lines that were sampled, of all functions"
          onClick={() => setViewParams(sourceParams, { shows: 'sampled' }, 'push')}
        >
          Hottest lines
        </button>
      </div>
      {children}
      {needsFiles && <ChooseSources />}
    </div>
  )
}

function ChooseSources() {
  return (
    <label
      className={`${controls.button} ${styles.choose}`}
      title="Or drop them, or their folder, anywhere on the page. They are read here and go nowhere."
    >
      Choose source files
      <input
        type="file"
        multiple
        className={controls.hidden}
        aria-label="Choose source files"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same files can be chosen again.
          target.value = ''
          if (files.length > 0) addSourceFiles(files)
        }}
      />
    </label>
  )
}

// Before there are lines: the progress of reading, or why there are none.

export function Waiting({
  found,
  onAgain,
}: {
  readonly found: Exclude<AsyncValue<unknown>, { readonly phase: 'ready' }>
  readonly onAgain: () => void
}) {
  if (found.phase === 'failed') {
    const { title, remedy } = problemText(found.problem)
    const isStopped = found.problem.code === 'host/cancelled'
    return (
      <div className={sheet.empty}>
        <p>{isStopped ? 'Not read.' : `${title}.`}</p>
        {!isStopped && remedy !== '' && <p>{remedy}</p>}
        <button type="button" className={controls.button} onClick={onAgain}>
          {isStopped ? 'Read the lines' : 'Try again'}
        </button>
      </div>
    )
  }
  // A fast answer shows no progress.
  if (found.phase === 'idle' || found.progress === null)
    return <div className={sheet.empty} aria-busy="true" />
  return (
    <div className={`${sheet.empty} ${styles.reading}`}>
      <p>Reading the lines …</p>
      <progress aria-label="Reading the lines" value={found.progress} max={1} />
      <button type="button" className={controls.button} onClick={stopLines}>
        Cancel
      </button>
    </div>
  )
}
