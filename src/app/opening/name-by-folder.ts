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
