// Two lines that belong together → the words in which one differs from the other, so that the eye need not look for them.

export interface Word {
  readonly text: string
  readonly differs: boolean
}

/** `text` in parts, in order. A line without a counterpart differs as a whole, and nothing in it is set apart. */
export function differingWords(text: string, other: string): readonly Word[] {
  const theirs = other.match(/\S+/g) ?? []
  if (theirs.length === 0) return [{ text, differs: false }]
  let place = 0
  return (text.match(/\s+|\S+/g) ?? []).map((part) => {
    if (part.trim() === '') return { text: part, differs: false }
    return { text: part, differs: part !== theirs[place++] }
  })
}
