// Finds files named in documents and comments that do not exist. A file may be named by the end of
// its path: `csr.ts`, `base/csr.ts`, `workers/core/base/csr.ts`; in documents in backquotes, in
// code anywhere in a comment.

const QUOTED = /`((?:[\w@.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sh|md))`/g
const IN_COMMENT = /(?<![\w./*`'-])((?:[\w@.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sh|md))\b(?![\w/(])/g
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/)(.*)$| \/\/ (.*)$/

/**
 * Returns "path:line: name" for each missing file.
 *
 * @param texts to search, by path from the root
 * @param paths of all files
 */
export function findMissingFiles(
  texts: ReadonlyMap<string, string>,
  paths: readonly string[],
): readonly string[] {
  const ends = new Set(paths.flatMap(endsOf))
  const missing: string[] = []
  for (const [path, text] of texts) {
    text.split('\n').forEach((line, at) => {
      for (const name of namedIn(path, line)) {
        if (!ends.has(name.replace(/^(?:\.\.?\/)+/, ''))) missing.push(`${path}:${at + 1}: ${name}`)
      }
    })
  }
  return missing
}

function namedIn(path: string, line: string): readonly string[] {
  if (path.endsWith('.md')) return [...line.matchAll(QUOTED)].map(([, name = '']) => name)
  const [, whole, behind] = COMMENT.exec(line) ?? []
  return [...(whole ?? behind ?? '').matchAll(IN_COMMENT)].map(([, name = '']) => name)
}

/**
 * Returns all ends of a path that start at a folder or are the name alone, including the whole
 * path.
 */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(at).join('/'))
}
