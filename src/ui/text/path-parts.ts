// A path for `LongName`: where there is too little room, its directories give way.
export function pathParts(path: string): { readonly scope: string; readonly own: string } {
  const cut = Math.max(0, path.lastIndexOf('/'))
  return { scope: path.slice(0, cut), own: path.slice(cut) }
}
