// Blanks in binary strings, which hold UTF-8: byte A0, a blank to JavaScript, ends a letter there, such as “à”. So neither
// `trim` nor `\s` is for names.

/** Without blanks and tabs at its end. */
export function withoutBlankEnd(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

const isBlank = (code: number): boolean => code === 32 || code === 9
