// The tools above lines of source: chooses which lines are shown, adds source files.
import type { ReactNode } from 'react'
import { setViewParams, useViewParams } from '../../state/url/view-params.ts'
import { addSourceFiles } from '../../state/questions/sources.ts'
import controls from '../../ui/controls.module.css'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'
import { sourceParams } from './source-params.ts'

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
      <div role="group" aria-label="Lines" className={controls.switch}>
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
      title="Or drop them, or their folder, anywhere on the page. Nothing is uploaded."
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
