// A long C++, Rust or Fortran name in its parts: scope, own name, arguments; and a brief form of it for a
// sentence.

// A long C++, Rust or Fortran name in its parts: where it belongs, what it is called there, and what it takes. Where there is too
// little room for all, `scope` and `own` are the ones that tell functions apart.

export interface NameParts {
  /** "void " or "": only functions that are templates carry what they return. */
  readonly result: string
  /** "core::detail::", "__grid_MOD_" or "". */
  readonly outer: string
  /** "Buffer<int>" or "". */
  readonly scope: string
  /** "::insert": with the separator, so that all together are the name. */
  readonly own: string
  /** Its own template arguments: "<int>" or "". */
  readonly types: string
  /** "(int) const" or "". */
  readonly parameters: string
}

const NO_PARTS: NameParts = { result: '', outer: '', scope: '', own: '', types: '', parameters: '' }
const OPENING = '<([{'
const CLOSING = '>)]}'

/** The signs of an operator are no brackets; longer ones first. Behind `operator!=` or `operator->`, a `<` is one again. */
const OPERATOR =
  /\boperator\b\s*(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|[<>]=?|&&|\|\||\+\+|--|[-+*/%^&|=!]=?|~|,|"")?/
const AT_OPERATOR = new RegExp(OPERATOR, 'y')
const OWN_OPERATOR = new RegExp(`^(?:::|.* )?${OPERATOR.source}`)

/** "__grid_MOD_" before what gfortran calls a module's procedure, "grid_mp_" before what Intel's compiler does; 0 if neither. */
export function moduleEnd(name: string): number {
  const found = /^__[a-z]\w*?_MOD_(?=\w)|^[a-z]\w*?_mp_(?=\w+_$)/.exec(name)
  return found?.[0].length ?? 0
}

/** What a method is called for, behind its parameters: " const", " &&", or "". */
export function qualifiersOf(name: string): string {
  return /(?<=\))(?: const| volatile| &&?)+$/.exec(name)?.[0] ?? ''
}

/** All parts together are the name. */
export function nameParts(name: string): NameParts {
  const inner = moduleEnd(name)
  if (inner > 0) return { ...NO_PARTS, outer: name.slice(0, inner), own: name.slice(inner) }
  let depth = 0
  let cut = 0
  let end = name.length
  /** Behind `operator` stands a type, whose scopes are not the function's. */
  let isConversion = false
  for (let at = 0; at < name.length; at++) {
    const letter = name.charAt(at)
    if (name.startsWith('operator', at)) {
      AT_OPERATOR.lastIndex = at
      const found = AT_OPERATOR.exec(name)?.[0] ?? letter
      isConversion ||= depth === 0 && found === 'operator '
      at += found.length - 1
    } else if (name.startsWith('(anonymous namespace)', at)) at += '(anonymous namespace)'.length - 1
    else if (letter === '(' && depth === 0 && at > 0 && (cut === 0 || at > cut + 2)) {
      end = at
      break
    } else if (OPENING.includes(letter)) depth++
    else if (CLOSING.includes(letter)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && !isConversion && letter === ':' && name.charAt(at + 1) === ':') {
      cut = at
      at++
    }
  }
  const types = typesAt(name, cut, end)
  const begin = types < end ? resultEnd(name, cut === 0 ? types : cut) : 0
  const at = Math.max(begin, cut)
  const last = cut === 0 ? begin : innerScope(name, begin, cut)
  return {
    result: name.slice(0, begin),
    outer: name.slice(begin, last),
    scope: name.slice(last, at),
    own: name.slice(at, types),
    types: name.slice(types, end),
    parameters: name.slice(end),
  }
}

/** Where the arguments of a template begin that end at `end`; `end` if none do. */
function typesAt(name: string, from: number, end: number): number {
  const operator = OWN_OPERATOR.exec(name.slice(from, end))
  const least = from + (operator?.[0].length ?? 1)
  if (name.charAt(end - 1) !== '>' || end - 1 < least) return end
  let depth = 0
  for (let at = end - 1; at >= least; at--) {
    if (CLOSING.includes(name.charAt(at))) depth++
    else if (OPENING.includes(name.charAt(at)) && --depth === 0) return at
  }
  return end
}

/** Behind the last space outside all brackets, but not the one in `operator bool`. */
function resultEnd(name: string, end: number): number {
  const operator = name.slice(0, end).search(/\boperator\b/)
  let depth = 0
  for (let at = (operator < 0 ? end : operator) - 1; at > 0; at--) {
    const letter = name.charAt(at)
    if (CLOSING.includes(letter)) depth++
    else if (OPENING.includes(letter)) depth--
    else if (letter === ' ' && depth === 0) return at + 1
  }
  return 0
}

/** Where the last of the scopes in `[from, end)` begins. */
function innerScope(name: string, from: number, end: number): number {
  let depth = 0
  for (let at = end - 1; at > from; at--) {
    const letter = name.charAt(at)
    if (CLOSING.includes(letter)) depth++
    else if (OPENING.includes(letter)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && letter === ':' && name.charAt(at - 1) === ':') return at + 1
  }
  return from
}

// A function's name within a sentence: whole while it is short, else where it belongs and what it is called there.

/** Beyond this a sentence is no longer read as one. */
const MOST_IN_SENTENCE = 60
/** What the compiler made of it: it goes by the same name otherwise. */
const MADE_OF_IT = /^[A-Za-z -]+ (?:to|for) (?=[\w(])/

/** What it takes is left out, but not which copy of a function it is: GCC's `[clone .isra.0]` is why some are told of at all. */
export function briefName(name: string): string {
  if (name.length <= MOST_IN_SENTENCE) return name
  const made = MADE_OF_IT.exec(name)?.[0] ?? ''
  const { scope, own, parameters } = nameParts(name.slice(made.length))
  const copies = /(?: \[clone [^\]]*\])+$/.exec(parameters)?.[0] ?? ''
  return `${made}${withoutArguments(scope)}${own}${copies}`
}

function withoutArguments(scope: string): string {
  const types = scope.indexOf('<')
  return scope.length <= MOST_IN_SENTENCE || types < 1 ? scope : `${scope.slice(0, types)}<…>`
}
