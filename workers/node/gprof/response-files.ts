// `@file` on a command line → the arguments that file holds, and those of files it names in turn.

export type ReadFile = (name: string) => Uint8Array | 'missing' | 'directory'

/** GNU's limit on files expanded for one command line; a file that names itself runs into it. */
const MOST_FILES = 2000

/** Arguments as binary strings. `mistake` is a message without the program's name. */
export function expandResponseFiles(
  args: readonly string[],
  read: ReadFile,
): { readonly args: readonly string[] } | { readonly mistake: string } {
  const queue = [...args].reverse()
  const expanded: string[] = []
  let files = 0
  for (let arg = queue.pop(); arg !== undefined; arg = queue.pop()) {
    const bytes = arg.startsWith('@') ? read(arg.slice(1)) : 'missing'
    if (bytes === 'missing') expanded.push(arg)
    else if (bytes === 'directory') return { mistake: 'error: @-file refers to a directory' }
    else if (++files >= MOST_FILES) return { mistake: 'error: too many @-files encountered' }
    // One by one: more than a call has room for would not fit as its arguments.
    else for (const word of splitArguments(bytes).reverse()) queue.push(word)
  }
  return { args: expanded }
}

/** Words between white space; quotes of either kind keep it together, a backslash takes the next byte as it is. */
function splitArguments(bytes: Uint8Array): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < bytes.length; at++) {
    const letter = String.fromCharCode(bytes[at])
    if (letter === '\0') break
    if (letter === '\\') {
      at++
      word = (word ?? '') + (at < bytes.length ? String.fromCharCode(bytes[at]) : '')
    } else if (quote !== '') {
      if (letter === quote) quote = ''
      else word = (word ?? '') + letter
    } else if (letter === "'" || letter === '"') {
      quote = letter
      word ??= ''
    } else if (/[ \t\n\v\f\r]/.test(letter)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + letter
  }
  if (word !== null) words.push(word)
  return words
}
