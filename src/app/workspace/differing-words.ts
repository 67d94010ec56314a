// Marks the words in which two corresponding lines differ, so that the difference is visible at once.

/** A part of a line, and whether it differs from the other line. */
export interface Word {
  readonly text: string
  readonly differs: boolean
}

/**
 * Splits `text` into parts, in order. A line without a counterpart has no marked words, because it
 * differs as a whole.
 */
export function differingWords(text: string, other: string): readonly Word[] {
  const theirs = other.match(/\S+/g) ?? []
  if (theirs.length === 0) return [{ text, differs: false }]
  let place = 0
  return (text.match(/\s+|\S+/g) ?? []).map((part) => {
    if (part.trim() === '') return { text: part, differs: false }
    return { text: part, differs: part !== theirs[place++] }
  })
}
