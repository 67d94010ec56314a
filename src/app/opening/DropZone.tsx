// Takes files that a user drops or pastes anywhere in the window, or chooses with a button; reads folders,
// and puts the folder before equal file names.
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { messageOf } from '../../../workers/core/base/result.ts'
import { ProblemError, raise } from '../../../workers/core/problems/problem-error.ts'
import { offer, refuse } from '../../state/opening/drop-actions.ts'
import controls from '../../ui/controls.module.css'
import styles from './drop-zone.module.css'

// The whole window takes files and folders; a frame shows that it does. What is dropped falls on the frame: a browser tells nobody of a
// drop on what is no longer there, as a screen is that has given way to the next since the pointer moved last.

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

// The button that opens files, in whatever dress it is needed.

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
          // The same files can be chosen again.
          event.target.value = ''
          offer(files)
        }}
      />
    </label>
  )
}

// Files out of a drop, folders opened up. The browser hands out entries only while the drop event lasts, so they are
// taken first and walked afterwards.

/** Beyond this a folder is more likely a home directory than a profile; a parallel program leaves thousands. */
const MOST_FILES = 10_000
const DEEPEST = 6

/** Thousands of files, and no profile. */
const HISTORIES: readonly string[] = ['.git', '.hg', '.svn']

/** rank2 before rank10. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

const NO_FOLDERS = new Error(
  'this browser opens no folders on a page that was opened as a file itself; drop the files that are in it',
)

type Dropped = File | FileSystemDirectoryEntry

interface Found {
  readonly item: Dropped
  /** What it lies in, as in FileInFolder. */
  readonly folder: string
}

/** Errors: ProblemError `input/too-many-files`: none of a folder's files is left aside unsaid. */
function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  const dropped: Dropped[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    // A file itself, not its entry: on a page that was opened from a disk Chromium lets no entry be read.
    const one = entry && isFolder(entry) ? entry : item.getAsFile()
    if (one) dropped.push(one)
  }
  return dropped.length > 0 ? walk(dropped) : Promise.resolve([...transfer.files])
}

/** Level by level: what lies on top comes first. */
async function walk(dropped: readonly Dropped[]): Promise<readonly File[]> {
  const files: FileInFolder[] = []
  let level: readonly Found[] = dropped.map((item) => ({ item, folder: '' }))
  for (let depth = 0; level.length > 0; depth++) {
    const below: Found[] = []
    for (const { item, folder } of level) {
      if (item instanceof File) files.push({ file: item, folder })
      else if (depth < DEEPEST) {
        const path = `${folder}${item.name}/`
        const children = await childrenOf(item, MOST_FILES - below.length)
        for (const child of children) below.push({ item: child, folder: path })
      }
    }
    level = below
  }
  return nameByFolder(files)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Null for what is neither, and for a repository's history. */
const opened = async (entry: FileSystemEntry): Promise<Dropped | null> =>
  isFile(entry) ? fileOf(entry) : isFolder(entry) && !HISTORIES.includes(entry.name) ? entry : null

/** Browsers hand out a folder in portions; an empty one is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry, most: number): Promise<readonly Dropped[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, (error) => reject(location.protocol === 'file:' ? NO_FOLDERS : error)),
    )
    if (portion.length === 0) break
    children.push(...portion)
    if (children.length > most) raise({ code: 'input/too-many-files', file: folder.name, limit: MOST_FILES })
  }
  const sorted = children.toSorted((a, b) => BY_NAME.compare(a.name, b.name))
  const found = await Promise.all(sorted.map(opened))
  return found.filter((child) => child !== null)
}

/** What was dropped is called this when a folder turns out to hold nothing. */
function firstName(transfer: DataTransfer): string {
  return transfer.items[0]?.webkitGetAsEntry()?.name ?? 'The folder'
}

/** Files on the clipboard, or its text as a file: gprof's listing is often at hand in a terminal only. */
function pastedFiles(clipboard: DataTransfer): readonly File[] {
  if (clipboard.files.length > 0) return [...clipboard.files]
  const text = clipboard.getData('text/plain')
  // A word or a line is no listing, and hardly meant for the page; digits without end are a profile as one line.
  return text.split('\n').length < 3 && !/^[\w+/]{99}/.test(text)
    ? []
    : [new File([text], 'pasted text', { type: 'text/plain' })]
}

/** Whether a paste there belongs to a field. */
function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}

// Parallel programs often run in a directory per rank, each with a gmon.out: in a list these say their folders, as paths do on
// the command line.

export interface FileInFolder {
  readonly file: File
  /** With `/` between folders and at the end; empty for a file that was dropped by itself. */
  readonly folder: string
}

/** Milliseconds. */
const SLICE = 4

/**
 * Files of one name, in several folders, get these before their names, without those that all of them share. The rest is
 * returned as it is. A new name takes a browser a fifth of a millisecond: the page goes on meanwhile.
 */
export async function nameByFolder(found: readonly FileInFolder[]): Promise<readonly File[]> {
  const foldersOf = new Map<string, Set<string>>()
  for (const { file, folder } of found) {
    const folders = foldersOf.get(file.name) ?? new Set()
    foldersOf.set(file.name, folders.add(folder))
  }
  const sharedOf = new Map([...foldersOf].map(([name, folders]) => [name, lengthOfShared([...folders])]))
  const files: File[] = []
  let end = performance.now() + SLICE
  for (const { file, folder } of found) {
    const own = folder.slice(sharedOf.get(file.name))
    files.push(own === '' ? file : renamed(file, own + file.name))
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + SLICE
  }
  return files
}

/** Up to the end of the last folder that all share: of one, all of it. */
function lengthOfShared(folders: readonly string[]): number {
  const [first = ''] = folders
  let shared = first.length
  for (const folder of folders) while (!folder.startsWith(first.slice(0, shared))) shared--
  return first.lastIndexOf('/', shared - 1) + 1
}

function renamed(file: File, name: string): File {
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}
