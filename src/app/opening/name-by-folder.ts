// Parallel programs often run in one directory per rank, each with a gmon.out. Lists show these with
// their folders, as the command line does.
import { resultInSlices } from '../../state/worker/slices.ts'

/** A file with the folder that it was found in. */
export interface FileInFolder {
  readonly file: File
  /**
   * Folder path with `/` separators and a `/` at the end; empty for a file that was dropped by
   * itself.
   */
  readonly folder: string
}

/**
 * Prefixes files of equal names with their folders, without the part of the path that all of them
 * share. Other files are returned unchanged. Renaming takes a browser 0.2 ms per file, so the work
 * is done in slices.
 */
export function nameByFolder(found: readonly FileInFolder[]): Promise<readonly File[]> {
  return resultInSlices(renameAll(found), 1)
}

function* renameAll(found: readonly FileInFolder[]): Generator<void, readonly File[]> {
  const foldersOf = new Map<string, Set<string>>()
  for (const { file, folder } of found) {
    const folders = foldersOf.get(file.name) ?? new Set()
    foldersOf.set(file.name, folders.add(folder))
  }
  const sharedOf = new Map([...foldersOf].map(([name, folders]) => [name, lengthOfShared([...folders])]))
  const files: File[] = []
  for (const { file, folder } of found) {
    const own = folder.slice(sharedOf.get(file.name))
    files.push(own === '' ? file : renamed(file, own + file.name))
    yield
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
