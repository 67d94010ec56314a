// Files out of a drop, folders opened up. The browser hands out entries only while the drop event lasts, so they are
// taken first and walked afterwards.

/** Beyond this a folder is more likely a home directory than a profile. */
const MOST_FILES = 400
const DEEPEST = 6

export function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  const entries: FileSystemEntry[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    if (entry) entries.push(entry)
  }
  return entries.length > 0 ? walk(entries) : Promise.resolve([...transfer.files])
}

async function walk(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = []
  const pending = entries.map((entry) => ({ entry, depth: 0 }))
  for (let next = pending.shift(); next && files.length < MOST_FILES; next = pending.shift()) {
    const { entry, depth } = next
    if (isFile(entry)) files.push(await fileOf(entry))
    else if (isFolder(entry) && depth < DEEPEST) {
      for (const child of await childrenOf(entry)) pending.push({ entry: child, depth: depth + 1 })
    }
  }
  return files
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers hand out a folder in portions; an empty one is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  while (children.length < MOST_FILES) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (portion.length === 0) break
    children.push(...portion)
  }
  return children.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** What was dropped is called this when a folder turns out to hold nothing. */
export function firstName(transfer: DataTransfer): string {
  return transfer.items[0]?.webkitGetAsEntry()?.name ?? 'The folder'
}
