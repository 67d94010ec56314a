/**
 * Names of Ada entities as the GNAT compiler encodes them, as GNU's tools print them.
 *
 * A name is a path of words and operators. Marks may follow each: of tasks and protected objects, of bodies, of
 * what the compiler makes for a type, of one of several with the same name. They are taken off or written as in Ada.
 * What is no such path comes in angle brackets, so every name has an answer.
 *
 * Source:  the names in GNAT's own library, and what c++filt makes of them.
 */

const LIBRARY_PREFIX = '_ada_'

/** By the word behind `O`. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['abs', 'abs'],
  ['and', 'and'],
  ['mod', 'mod'],
  ['not', 'not'],
  ['or', 'or'],
  ['rem', 'rem'],
  ['xor', 'xor'],
  ['eq', '='],
  ['ne', '/='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['add', '+'],
  ['subtract', '-'],
  ['concat', '&'],
  ['multiply', '*'],
  ['divide', '/'],
  ['expon', '**'],
])

/** Operations of controlled types. c++filt looks at nothing behind these. */
const CONTROLLED: ReadonlyMap<string, string> = new Map([
  ['DF', '.Finalize'],
  ['DA', '.Adjust'],
])

/** How values of a type are read and written. */
const STREAMING: ReadonlyMap<string, string> = new Map([
  ['SR', "'Read"],
  ['SW', "'Write"],
  ['SI', "'Input"],
  ['SO', "'Output"],
])

/** Behind three underscores. c++filt looks at nothing behind these either. */
const COMPILER_ENTITIES: readonly (readonly [string, string])[] = [
  ['___elabb', "'Elab_Body"],
  ['___elabs', "'Elab_Spec"],
  ['___size', "'Size"],
  ['___alignment', "'Alignment"],
  ['___assign', '.":="'],
]

/** Small letters and digits, with single underscores inside; or an operator. */
const WORD = /[a-z](?:_?[a-z0-9])*|O[a-z]+/y
/** The last thing of a name: the body of a task, a protected operation (locking or not), the body of an entry. */
const END_MARK = /(?:TKB|[NP])$/y
const ENTRY_BODY = /_[EB]\d*s$/y
/** Says in which package body a subprogram is. */
const BODY_MARK = /X[bn]*/y
/** Which of several with the same name; a copy the compiler made. */
const OVERLOADING = /__\d+(?:_\d+)*(?:X[bn]*)?(?:\.\d+)?$/y
const COPY = /\.\d+$/y

/**
 * Demangles an Ada name, from binary string to binary string. A name that is not Ada's comes in angle
 * brackets.
 */
export function demangleGnat(name: string): string {
  const own = name.startsWith(LIBRARY_PREFIX) ? name.slice(LIBRARY_PREFIX.length) : name
  return decode(own) ?? (own.startsWith('<') ? own : `<${own}>`)
}

function decode(name: string): string | null {
  if (name.startsWith('O')) return null
  let at = 0
  let text = ''
  const accept = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(name)?.[0] ?? ''
    at += found.length
    return found
  }
  for (;;) {
    const word = wordText(accept(WORD))
    if (word === null) return null
    text += word
    if (accept(END_MARK) !== '') return text
    if (name.startsWith('TK__', at)) {
      at += 4
      text += '.'
      continue
    }
    accept(BODY_MARK)
    const operation = CONTROLLED.get(name.slice(at, at + 2))
    if (operation !== undefined) return text + operation
    const attribute = STREAMING.get(name.slice(at, at + 2))
    if (attribute !== undefined) {
      at += 2
      text += attribute
    } else accept(COPY)
    accept(OVERLOADING)
    accept(ENTRY_BODY)
    if (at === name.length) return text
    const entity = COMPILER_ENTITIES.find(([mark]) => name.startsWith(mark, at))
    if (entity !== undefined) return text + entity[1]
    if (!name.startsWith('__', at)) return null
    at += 2
    text += '.'
  }
}

/** The word as Ada writes it; null if there is none. */
function wordText(word: string): string | null {
  if (!word.startsWith('O')) return word === '' ? null : word
  const operator = OPERATORS.get(word.slice(1))
  return operator === undefined ? null : `"${operator}"`
}
