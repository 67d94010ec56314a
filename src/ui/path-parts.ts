// A path as its folder with the name of the file, for a name on one line.

/**
 * Splits a path into directories and file name, as parts for `LongName`: the directories shrink
 * first.
 */
export function pathParts(path: string): { readonly scope: string; readonly own: string } {
  const cut = Math.max(0, path.lastIndexOf('/'))
  return { scope: path.slice(0, cut), own: path.slice(cut) }
}
