// Sources → the values that they export and that no other file names. By words, not by imports: what shares its name with
// anything elsewhere is taken for used. Types are left alone, as they belong to the functions that are exported.

const EXPORTED = /^export (?:abstract |async )?(?:function\*?|const|let|class) (\w+)/gm

/**
 * @param files  texts by path
 * @param others texts of files that may only name something
 *
 * Answers "path: name" for each.
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
