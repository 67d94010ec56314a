// Patterns of file names with * or ?, expanded here where no shell does it.
//
// That is on Windows, and in the value of an option, which takes one file.
import { lstatSync, readdirSync } from 'node:fs'
import { isGlobMatch } from '../core/base/glob.ts'

/**
 * Returns the files that match a pattern, in a shell's order. Returns the name itself if it is no
 * pattern or nothing matches.
 */
export function expandPattern(name: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  if (!isPattern(name) || isThere(name)) return [name]
  const found = filesOf(name, platform)
  return found.length > 0 ? found : [name]
}

const isPattern = (name: string): boolean => /[*?]/.test(name)

function filesOf(pattern: string, platform: NodeJS.Platform): readonly string[] {
  // Parts with their separators.
  const parts = pattern.split(platform === 'win32' ? /([/\\]+)/ : /(\/+)/)
  let found: readonly string[] = ['']
  for (const [at, part] of parts.entries()) {
    if (isPattern(part)) found = found.flatMap((folder) => entriesLike(folder, part))
    else found = found.map((folder) => folder + part)
    // Nothing exists below a file; below a folder existence is checked once.
    if (isPattern(parts[at + 1] ?? '')) found = found.filter(isThere)
  }
  return found.filter(isThere)
}

/** A pattern without a leading dot does not match hidden files. */
function entriesLike(folder: string, pattern: string): readonly string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder)
      .filter((entry) => pattern.startsWith('.') || !entry.startsWith('.'))
      .filter((entry) => isGlobMatch(entry, pattern))
      .sort()
      .map((entry) => folder + entry)
  } catch {
    return []
  }
}

/** A broken link exists, too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
