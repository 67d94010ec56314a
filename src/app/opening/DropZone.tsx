// Takes files that the user drops or pastes anywhere in the window, or chooses with a button.
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { messageOf } from '../../../workers/core/base/result.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import { offer, refuse } from '../../state/opening/drop-actions.ts'
import { setUi, useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import styles from './drop-zone.module.css'
import { isInField, pastedFiles, firstName, droppedFiles } from './dropped-files.ts'
import { ACTIONS } from './drop-choices.ts'

/**
 * Milliseconds. A browser reports a file that is still held over the window more often than this.
 */
const LEFT_MS = 200

/** What the frame offers while a profile is open. Elsewhere on it a drop asks. */
const TARGETS = [
  { choice: 'instead', word: 'Open', note: 'in place of this profile' },
  { choice: 'compare', word: 'Diff', note: 'with this profile' },
  { choice: 'add', word: 'Add as run', note: 'sum with this profile' },
] as const

type Target = (typeof TARGETS)[number]['choice']

const targetAt = ({ target }: DragEvent): Target | null => {
  const element = target instanceof Element ? target.closest('[data-drop]') : null
  const named = element?.getAttribute('data-drop')
  return TARGETS.find(({ choice }) => choice === named)?.choice ?? null
}

export function DropZone({ children }: { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  const [target, setTarget] = useState<Target | null>(null)
  const isOpen = useStore(({ session }) => session.phase === 'ready')
  // A layout effect, because a file dropped before the listeners exist would replace the page.
  useLayoutEffect(() => {
    let left: ReturnType<typeof setTimeout> | undefined
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      clearTimeout(left)
      setOver(true)
      setTarget(targetAt(event))
    }
    const onDragLeave = (event: DragEvent) => {
      // WebKit also fires this event when only the element below the pointer has changed.
      if (event.relatedTarget !== null) return
      clearTimeout(left)
      left = setTimeout(() => setOver(false), LEFT_MS)
    }
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      clearTimeout(left)
      setOver(false)
      void take(event.dataTransfer, targetAt(event))
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isInField(event.target)) return
      const files = pastedFiles(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      offer(files)
    }
    window.addEventListener('paste', onPaste)
    // Needed at the start, and when the frame appears below the pointer: a browser refuses a drop
    // if the last event did not accept it.
    window.addEventListener('dragenter', onDragOver)
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      clearTimeout(left)
      window.removeEventListener('paste', onPaste)
      window.removeEventListener('dragenter', onDragOver)
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return (
    <>
      {children}
      {isOver && (
        // A pointer that moves without drag events holds no file.
        <div className={styles.frame} aria-hidden="true" onPointerMove={() => setOver(false)}>
          {isOpen ? (
            <div className={styles.targets}>
              {TARGETS.map(({ choice, word, note }) => (
                <div key={choice} data-drop={choice} data-over={choice === target} className={styles.target}>
                  <p className={styles.word}>{word}</p>
                  <p>{note}</p>
                </div>
              ))}
            </div>
          ) : (
            <p className={styles.word}>Drop to open</p>
          )}
        </div>
      )}
    </>
  )
}

async function take(transfer: DataTransfer, target: Target | null): Promise<void> {
  const name = firstName(transfer)
  try {
    const files = await droppedFiles(transfer)
    if (files.length > 0 && target !== null && useStore.getState().session.phase === 'ready') {
      setUi({ dropped: files })
      void ACTIONS[target](files)
    } else if (files.length > 0) offer(files)
    else refuse({ code: 'input/directory', file: name })
  } catch (error) {
    refuse(
      error instanceof ProblemError
        ? error.problem
        : { code: 'bytes/unreadable', file: name, reason: messageOf(error) },
    )
  }
}

export function OpenFiles({
  look,
  children,
}: {
  readonly look: 'primary' | 'button' | 'quiet'
  readonly children: ReactNode
}) {
  return (
    <label className={controls[look]}>
      {children}
      <input
        type="file"
        multiple
        className={controls.hidden}
        aria-label="Open profile files"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // So that the same files can be chosen again.
          event.target.value = ''
          offer(files)
        }}
      />
    </label>
  )
}
