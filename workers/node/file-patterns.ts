// Names of files in which * and ? stand for what is there: where no shell has put it in their place, as on Windows, or behind an
// option, which takes one file.
import { lstatSync, readdirSync } from 'node:fs'
import { isGlobMatch } from '../core/reports/limits/glob.ts'

/** A pattern's files in order, as a shell has them; a name that is no pattern, or of which nothing is there, as it stands. */
export function filesLike(name: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  if (!isPattern(name) || isThere(name)) return [name]
  const found = filesOf(name, platform)
  return found.length > 0 ? found : [name]
}

const isPattern = (name: string): boolean => /[*?]/.test(name)

function filesOf(pattern: string, platform: NodeJS.Platform): readonly string[] {
  // With what separates them.
  const parts = pattern.split(platform === 'win32' ? /([/\\]+)/ : /(\/+)/)
  let found: readonly string[] = ['']
  for (const [at, part] of parts.entries()) {
    if (isPattern(part)) found = found.flatMap((folder) => entriesLike(folder, part))
    else found = found.map((folder) => folder + part)
    // What is below no folder is not there; what is below one is found out once.
    if (isPattern(parts[at + 1] ?? '')) found = found.filter(isThere)
  }
  return found.filter(isThere)
}

/** A leading dot hides a file from a pattern that has none. */
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

/** A link that leads nowhere is, too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
