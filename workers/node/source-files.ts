// Source files on this disk: at the path that the compiler recorded, else below the folders given.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isNetworkPath } from './file-system.ts'
import { typedName } from './process-streams.ts'
import { type FileSource, openRegularSource } from './file-source.ts'

/**
 * Opens the source file of a path. Returns null if there is none or it may not be read. Opens
 * regular files only.
 *
 * @param path path as the compiler saw it
 */
export async function openSourceFile(path: string, folders: readonly string[]): Promise<FileSource | null> {
  for (const candidate of candidatesFor(path, folders)) {
    try {
      return await openRegularSource(candidate)
    } catch {
      // Tries the next one.
    }
  }
  return null
}

/** Largest number of a path's folders to try: a program may claim thousands. */
const MOST_FOLDERS = 40

/**
 * Returns the paths to try: the path itself, unless it is on another machine; then below each
 * folder, with as many of the path's own folders as possible.
 */
export function candidatesFor(
  path: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.')
  // Never above the given folder.
  const below = parts.slice(parts.lastIndexOf('..') + 1).slice(-1 - MOST_FOLDERS)
  const own = isNetworkPath(path, platform) ? [] : [path]
  return [...own, ...folders.flatMap((folder) => below.map((_, from) => join(folder, ...below.slice(from))))]
}

/** Whether a path is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(typedName(path))).isDirectory()
  } catch {
    return false
  }
}
