// The source files that a program's paths mean, on this disk: where the compiler had them, else in folders that are named.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isNetworkPath } from './network-path.ts'
import { openRegularSource, type FileSource } from './file-source.ts'
import { typedName } from './process-streams.ts'

/** Null where there is none, or it may not be read: regular files only. @param path as the compiler saw it */
export async function openSourceFile(path: string, folders: readonly string[]): Promise<FileSource | null> {
  for (const candidate of candidatesFor(path, folders)) {
    try {
      return await openRegularSource(candidate)
    } catch {
      // The next one may do.
    }
  }
  return null
}

/** Folders of a path that may be those below another: a program may claim thousands. */
const MOST_FOLDERS = 40

/** As it stands, unless that asks another machine; then below each folder, with as many of its own folders as there are. */
export function candidatesFor(
  path: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.')
  // Not out of the folder that was named.
  const below = parts.slice(parts.lastIndexOf('..') + 1).slice(-1 - MOST_FOLDERS)
  const own = isNetworkPath(path, platform) ? [] : [path]
  return [...own, ...folders.flatMap((folder) => below.map((_, from) => join(folder, ...below.slice(from))))]
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(typedName(path))).isDirectory()
  } catch {
    return false
  }
}
