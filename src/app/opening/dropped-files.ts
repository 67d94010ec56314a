// Reads files out of a drop, including folders. The browser exposes entries only during the drop event,
// so they are collected first and walked afterwards.
import { raise } from '../../../workers/core/problems/problem-error.ts'
import { type FileInFolder, nameByFolder } from './name-by-folder.ts'

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
export function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
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
export function firstName(transfer: DataTransfer): string {
  return transfer.items[0]?.webkitGetAsEntry()?.name ?? 'The folder'
}

/**
 * Returns the files on the clipboard, or its text as a file: gprof's listing is often only in a
 * terminal.
 */
export function pastedFiles(clipboard: DataTransfer): readonly File[] {
  if (clipboard.files.length > 0) return [...clipboard.files]
  const text = clipboard.getData('text/plain')
  // A word or a line is no listing and probably not meant for the page. A very long unbroken text
  // is a profile encoded as one line.
  return text.split('\n').length < 3 && !/^[\w+/]{99}/.test(text)
    ? []
    : [new File([text], 'pasted text', { type: 'text/plain' })]
}

/** Whether the element is a field that receives the paste itself. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
