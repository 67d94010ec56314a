// The whole window takes files and folders; a frame shows that it does. What is dropped falls on the frame: a browser tells nobody of a
// drop on what is no longer there, as a screen is that has given way to the next since the pointer moved last.
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { messageOf } from '../../../workers/core/base/result.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import { offer, refuse } from '../../state/opening/drop-actions.ts'
import { droppedFiles, firstName, isInField, pastedFiles } from './dropped-files.ts'
import styles from './drop-zone.module.css'

/** Milliseconds. By then a browser has told that files are still held over the window, if they are. */
const LEFT_MS = 200

export function DropZone({ children }: { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  // As soon as there is something to drop on: a file that nobody takes would replace the page.
  useLayoutEffect(() => {
    let left: ReturnType<typeof setTimeout> | undefined
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      clearTimeout(left)
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // WebKit says so also where only what is below the pointer has changed.
      if (event.relatedTarget !== null) return
      clearTimeout(left)
      left = setTimeout(() => setOver(false), LEFT_MS)
    }
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      clearTimeout(left)
      setOver(false)
      void take(event.dataTransfer)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isInField(event.target)) return
      const files = pastedFiles(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      offer(files)
    }
    window.addEventListener('paste', onPaste)
    // To begin with, and where the frame comes between: a browser takes no drop where the last answer was no.
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
        // A pointer that moves by itself holds nothing.
        <div className={styles.frame} aria-hidden="true" onPointerMove={() => setOver(false)}>
          <p className={styles.word}>Drop to open</p>
        </div>
      )}
    </>
  )
}

async function take(transfer: DataTransfer): Promise<void> {
  const name = firstName(transfer)
  try {
    const files = await droppedFiles(transfer)
    if (files.length > 0) offer(files)
    else refuse({ code: 'input/directory', file: name })
  } catch (error) {
    refuse(
      error instanceof ProblemError
        ? error.problem
        : { code: 'bytes/unreadable', file: name, reason: messageOf(error) },
    )
  }
}
