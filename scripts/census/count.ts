// Lines of a text, with the sentence that a file begins with.

/** Returns the number of lines, including a last one without a line end. */
export const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/**
 * Returns the first sentence of the comment at a file's top, or of its first docstring; empty if it
 * has neither.
 */
export function firstSentence(text: string): string {
  const [top = ''] = /^(?:\/\/.*\n)+/.exec(text) ?? []
  const [, doc = ''] = /\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  const words = (top || doc)
    .split('\n')
    .filter((line) => !line.startsWith('/// '))
    .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, '').trim())
    .join(' ')
    .trim()
  return /^.*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words
}
