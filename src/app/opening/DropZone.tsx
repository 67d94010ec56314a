// The whole window takes files and folders; a frame shows that it does.
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { messageOf } from '../../../workers/core/base/message-of.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import { offer, refuse } from '../../state/opening/offered.ts'
import { droppedFiles, firstName, isInField, pastedFiles } from './dropped-files.ts'
import styles from './drop-zone.module.css'

export function DropZone({ children }: { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  // As soon as there is something to drop on: a file that nobody takes would replace the page.
  useLayoutEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
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
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('paste', onPaste)
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return (
    <>
      {children}
      {isOver && (
        <div className={styles.frame} aria-hidden="true">
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
