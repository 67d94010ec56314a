// Marks that mail programs put before lines they quote.

/** What a mail program puts before each line it quotes: "> ", several deep; or "| ". */
const QUOTE = /^(?:[>|] ?)+/

/** A line without its mark of quotation; a form feed stays. */
export function unquoted(line: string): string {
  return line.startsWith('>') || line.startsWith('|') ? line.replace(QUOTE, '') : line
}
