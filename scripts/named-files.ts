// Documents and comments → the files they name that are not there. A file may be named by the end of its path: `csr.ts`,
// `base/csr.ts`, `workers/core/base/csr.ts`; in a document in backquotes, in code anywhere in a comment.

const QUOTED = /`((?:[\w@.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sh|md))`/g
const IN_COMMENT = /(?<![\w./*`'-])((?:[\w@.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sh|md))\b(?![\w/(])/g
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/)(.*)$| \/\/ (.*)$/

/**
 * @param texts what is looked through, by path from the root
 * @param paths all files there are
 *
 * Answers "path:line: name" for each.
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

/** Every end of a path that begins at a folder or is the name alone; the path itself is one. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(at).join('/'))
}
