// Finds exported values that no other file names. Compares words, not imports: a name that occurs
// elsewhere counts as used. Types are ignored, because they belong to exported functions.

const EXPORTED = /^export (?:abstract |async )?(?:function\*?|const|let|class) (\w+)/gm

/**
 * Returns "path: name" for each unused export.
 *
 * @param files texts by path
 * @param others texts of files that may use exports without being checked
 */
export function findUnusedExports(
  files: ReadonlyMap<string, string>,
  others: readonly string[],
): readonly string[] {
  const filesWith = new Map<string, number>()
  for (const text of [...files.values(), ...others]) {
    for (const word of new Set(text.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
  }
  const unused: string[] = []
  for (const [path, text] of files) {
    for (const [, name = ''] of text.matchAll(EXPORTED)) {
      if (filesWith.get(name) === 1) unused.push(`${path}: ${name}`)
    }
  }
  return unused
}
