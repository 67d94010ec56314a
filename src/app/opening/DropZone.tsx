// Takes files that a user drops or pastes anywhere in the window, or chooses with a button; reads folders,
// puts the folder before equal file names, and asks what files are for if a profile is open.
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { messageOf } from '../../../workers/core/base/result.ts'
import { ProblemError, raise } from '../../../workers/core/problems/problem-error.ts'
import {
  addAsRuns,
  areOpenAlready,
  areOverwritten,
  forgetDropped,
  identifyDropped,
  offer,
  openInPlace,
  openInstead,
  refuse,
  verifyDroppedListing,
} from '../../state/drop-actions.ts'
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import { baseName } from '../../../workers/core/base/file-names.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { compareWith } from '../../state/opening.ts'
import { setUi, useStore } from '../../state/store.ts'
import { Dialog } from '../../ui/controls.tsx'
import controls from '../../ui/controls.module.css'
import menu from '../menu.module.css'
import styles from './drop-zone.module.css'

// Takes files that the user drops or pastes anywhere in the window, or chooses with a button. Reads
// folders, and prefixes equal file names with their folder.

// The whole window accepts files and folders; a frame shows it during a drag. Files are dropped on
// the frame, because a browser reports no drop on an element that was removed since the last
// pointer move, for example when the screen changed.

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

// A button that opens files, with the look of its surroundings.

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

// Reads files out of a drop, including folders. The browser exposes entries only during the drop
// event, so they are collected first and walked afterwards.

/**
 * A folder with more files is more likely a home directory than a profile; a parallel program
 * writes thousands.
 */
const MOST_FILES = 10_000
const DEEPEST = 6

/** Folders of version control: thousands of files, and no profile. */
const HISTORIES: readonly string[] = ['.git', '.hg', '.svn']

/** Sorts rank2 before rank10. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

const NO_FOLDERS = new Error(
  'this browser opens no folders on a page that was opened as a file itself; drop the files that are in it',
)

type Dropped = File | FileSystemDirectoryEntry

interface Found {
  readonly item: Dropped
  /** The containing folder, as in FileInFolder. */
  readonly folder: string
}

/**
 * Returns all files of a drop.
 * @throws ProblemError `input/too-many-files`: no file of a folder is skipped silently
 */
function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  const dropped: Dropped[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    // The file itself, not its entry: on a `file:` page Chromium does not let entries be read.
    const one = entry && isFolder(entry) ? entry : item.getAsFile()
    if (one) dropped.push(one)
  }
  return dropped.length > 0 ? walk(dropped) : Promise.resolve([...transfer.files])
}

/** Walks folders breadth first: top-level files come first. */
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

/** Returns null for an entry that is neither file nor folder, and for a repository's history. */
const openEntry = async (entry: FileSystemEntry): Promise<Dropped | null> =>
  isFile(entry) ? fileOf(entry) : isFolder(entry) && !HISTORIES.includes(entry.name) ? entry : null

/** Reads all entries of a folder. Browsers return them in batches; an empty batch is the end. */
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
  const found = await Promise.all(sorted.map(openEntry))
  return found.filter((child) => child !== null)
}

/** Returns the name for messages about a dropped folder that holds nothing. */
function firstName(transfer: DataTransfer): string {
  return transfer.items[0]?.webkitGetAsEntry()?.name ?? 'The folder'
}

/**
 * Returns the files on the clipboard, or its text as a file: gprof's listing is often only in a
 * terminal.
 */
function pastedFiles(clipboard: DataTransfer): readonly File[] {
  if (clipboard.files.length > 0) return [...clipboard.files]
  const text = clipboard.getData('text/plain')
  // A word or a line is no listing and probably not meant for the page. A very long unbroken text
  // is a profile encoded as one line.
  return text.split('\n').length < 3 && !/^[\w+/]{99}/.test(text)
    ? []
    : [new File([text], 'pasted text', { type: 'text/plain' })]
}

/** Whether the element is a field that receives the paste itself. */
function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}

// Parallel programs often run in one directory per rank, each with a gmon.out. Lists show these
// with their folders, as the command line does.

/** A file with the folder that it was found in. */
export interface FileInFolder {
  readonly file: File
  /**
   * Folder path with `/` separators and a `/` at the end; empty for a file that was dropped by
   * itself.
   */
  readonly folder: string
}

/** Milliseconds. */
const SLICE = 4

/**
 * Prefixes files of equal names with their folders, without the part of the path that all of them
 * share. Other files are returned unchanged. Renaming takes a browser 0.2 ms per file, so the work
 * is done in slices.
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

/** Returns the length of the longest common folder prefix; for a single folder all of it. */
function lengthOfShared(folders: readonly string[]): number {
  const [first = ''] = folders
  let shared = first.length
  for (const folder of folders) while (!folder.startsWith(first.slice(0, shared))) shared--
  return first.lastIndexOf('/', shared - 1) + 1
}

function renamed(file: File, name: string): File {
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}

// Asks what to do with files that were dropped on an open profile.

/** The question does not wait longer than this for a busy worker. */
const ANSWER_WAIT_MS = 400

const SHOWN = 4

/** What the dropped files can be used for; `unknown` while the worker is too busy to answer. */
type Use = 'run' | 'program' | 'other' | 'changed' | 'open' | 'listing' | 'unknown'

const NOTES: Readonly<Record<Use, string>> = {
  run: 'Runs of one program are summed: times and calls add up, and sampling errors shrink. A diff shows what changed.',
  program: 'This is a program: it gives function names and source lines.',
  other:
    'You dropped another profile: a diff compares it with the open one. Only runs of the same program are summed.',
  changed: 'The open files were overwritten and cannot be read again.',
  open: 'These files are already open and have not changed.',
  listing:
    'This is a gprof listing. Verifying it shows every line that differs from this profile, as measured.',
  unknown: 'Runs of one program are summed; verifying a gprof listing shows every line that differs.',
}

type Choice = 'add' | 'compare' | 'compareListing' | 'instead' | 'inPlace'

/** The choices for each use, the likeliest first. */
const CHOICES: Readonly<Record<Use, readonly Choice[]>> = {
  run: ['add', 'compare', 'instead'],
  program: ['add', 'instead'],
  other: ['instead', 'compare', 'add'],
  changed: ['inPlace', 'compare', 'instead'],
  open: ['instead'],
  listing: ['compareListing', 'compare', 'instead'],
  unknown: ['add', 'compareListing', 'compare', 'instead'],
}

const ACTIONS: Readonly<Record<Choice, (dropped: readonly File[]) => unknown>> = {
  add: addAsRuns,
  compare: compareWith,
  compareListing: verifyDroppedListing,
  instead: openInstead,
  inPlace: openInPlace,
}

export function DroppedDialog({ opened }: { readonly opened: ProfileView }) {
  const dropped = useStore((state) => state.ui.dropped)
  const isComparing = useStore(({ shared }) => shared.view === 'compare')
  const use = useUseOf(dropped, opened.files)
  const names = dropped.slice(0, SHOWN).map((file) => visibleText(file.name))
  const others = dropped.length - names.length
  const isOne = dropped.length === 1
  const name = visibleText(opened.name)
  const words: Readonly<Record<Choice, string>> = {
    add:
      use === 'program'
        ? `Open together with ${name}`
        : `${isOne ? 'Add as a run' : 'Add as runs'} of ${name}`,
    compare: 'Diff with this profile',
    compareListing: 'Verify listing',
    instead: 'Open instead',
    inPlace: 'Open in its place',
  }
  return (
    <Dialog
      title={isOne ? 'One more file' : `${dropped.length} more files`}
      isOpen={use !== null}
      onClose={forgetDropped}
    >
      <p>
        {names.join(', ')}
        {others > 0 ? ` and ${others} more` : ''}: what should happen with {isOne ? 'it' : 'them'}?
      </p>
      {use !== null && <p className={menu.note}>{NOTES[use]}</p>}
      <div className={menu.buttons}>
        {choicesFor(use, isComparing).map((choice, nth) => {
          // Files that are already open need no action.
          const isFirst = nth === 0 && use !== 'open'
          return (
            <button
              key={choice}
              type="button"
              className={isFirst ? controls.primary : controls.button}
              data-first={isFirst || undefined}
              onClick={() => void ACTIONS[choice](dropped)}
            >
              {words[choice]}
            </button>
          )
        })}
        <button type="button" className={controls.quiet} onClick={forgetDropped}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}

function choicesFor(use: Use | null, isComparing: boolean): readonly Choice[] {
  if (use === null) return []
  const choices = CHOICES[use]
  // The diff view asked for a drop, so comparing is the first choice.
  if (!isComparing || (use !== 'run' && use !== 'other')) return choices
  return ['compare', ...choices.filter((choice) => choice !== 'compare')]
}

/**
 * Returns what the files can be used for. Fixed once the dialog is shown, so that its buttons do
 * not change under the pointer. Null before that.
 */
function useUseOf(dropped: readonly File[], files: readonly OfferedFile[]): Use | null {
  const [answer, setAnswer] = useState<{ readonly files: readonly File[]; readonly use: Use } | null>(null)
  useEffect(() => {
    if (dropped.length === 0) return
    let isCurrent = true
    const settle = (use: Use) => {
      if (isCurrent) setAnswer({ files: dropped, use })
      isCurrent = false
    }
    const known = areOpenAlready(dropped) ? 'open' : null
    // Several files are never compared.
    const late = setTimeout(() => settle(known ?? (dropped.length === 1 ? 'unknown' : 'run')), ANSWER_WAIT_MS)
    void Promise.all([identifyDropped(dropped), areOverwritten(dropped)]).then(([found, isChanged]) =>
      settle(isChanged ? 'changed' : (known ?? purposeOf(found, dropped.length, files))),
    )
    return () => {
      isCurrent = false
      clearTimeout(late)
    }
  }, [dropped, files])
  return dropped.length > 0 && answer?.files === dropped ? answer.use : null
}

function purposeOf(found: readonly OfferedFile[], count: number, files: readonly OfferedFile[]): Use {
  const programs = found.filter(({ kind }) => kind === 'executable')
  if (count === 1 && found[0]?.kind === 'listing') return 'listing'
  if (programs.length === 0) return 'run'
  if (!found.some(({ kind }) => kind === 'profile')) return 'program'
  const isOpen = (program: OfferedFile) =>
    files.some(({ name, size }) => baseName(name) === baseName(program.name) && size === program.size)
  return programs.every(isOpen) ? 'run' : 'other'
}
