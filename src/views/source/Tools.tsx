// Which lines are shown, and source files to go with them.
import type { ReactNode } from 'react'
import { addSourceFiles } from '../../state/source-files.ts'
import { setViewParams, useViewParams } from '../../state/view-params.ts'
import controls from '../../ui/controls/controls.module.css'
import choice from '../../ui/controls/switch.module.css'
import sheet from '../../ui/rows/sheet.module.css'
import { sourceParams } from './params.ts'
import styles from './source.module.css'

export function Tools({
  hasFunction,
  needsFiles,
  children,
}: {
  readonly hasFunction: boolean
  /** The text of some lines is not at hand. */
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
          // The same files can be chosen again.
          target.value = ''
          if (files.length > 0) addSourceFiles(files)
        }}
      />
    </label>
  )
}
