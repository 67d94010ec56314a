// A number and its unit stay on one line, however little room there is, and so do a number and what it counts.

export const keepUnits = (text: string): string =>
  text.replaceAll(/(\d) (?=(?:%|[mµnp]?s)(?!\w))/g, '$1\u00a0')

/** "148 samples · 1,648 arcs": of a list no line begins with the dot. */
export const keepCounts = (text: string): string =>
  text.replaceAll(' ·', '\u00a0·').replaceAll(/(\d) (?=[a-z]+\b)/gi, '$1\u00a0')
