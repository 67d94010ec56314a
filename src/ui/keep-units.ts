// Keeps numbers on the same line as their units or as what they count.

/**
 * Returns text in which a number and its unit, or a number and what it counts, stay on one line.
 */
export const keepUnits = (text: string): string => text.replaceAll(/(\d) (?=[mµnp]?s(?!\w))/g, '$1\u00a0')

/**
 * Returns text such as "148 samples · 1,648 arcs" that wraps only between the counts, with no dot
 * at the start of a line.
 */
export const keepCounts = (text: string): string =>
  text.replaceAll(' ·', '\u00a0·').replaceAll(/(\d) (?=[a-z]+\b)/gi, '$1\u00a0')
