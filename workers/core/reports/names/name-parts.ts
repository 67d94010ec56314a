// Splits a long C++, Rust or Fortran name into scope, own name and arguments, and shortens it for
// a sentence.

/**
 * The parts of a name, in order; joined, they are the name. Where room is short, `scope` and
 * `own` distinguish functions best.
 */
export interface NameParts {
  /** "void " or "": only templates include their return type. */
  readonly result: string
  /** "core::detail::", "__grid_MOD_" or "". */
  readonly outer: string
  /** "Buffer<int>" or "". */
  readonly scope: string
  /** "::insert", with the separator. */
  readonly own: string
  /** The function's own template arguments: "<int>" or "". */
  readonly types: string
  /** "(int) const" or "". */
  readonly parameters: string
}

const NO_PARTS: NameParts = { result: '', outer: '', scope: '', own: '', types: '', parameters: '' }
const OPENING = '<([{'
const CLOSING = '>)]}'

/**
 * Operators whose signs are no brackets, longer ones first. After `operator!=` or `operator->`, a
 * `<` is a bracket again.
 */
const OPERATOR =
  /\boperator\b\s*(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|[<>]=?|&&|\|\||\+\+|--|[-+*/%^&|=!]=?|~|,|"")?/
const AT_OPERATOR = new RegExp(OPERATOR, 'y')
const OWN_OPERATOR = new RegExp(`^(?:::|.* )?${OPERATOR.source}`)

/**
 * Returns the end of a Fortran module prefix: "__grid_MOD_" by gfortran, "grid_mp_" by Intel's
 * compiler; 0 if there is none.
 */
export function moduleEnd(name: string): number {
  const found = /^__[a-z]\w*?_MOD_(?=\w)|^[a-z]\w*?_mp_(?=\w+_$)/.exec(name)
  return found?.[0].length ?? 0
}

/** Returns the qualifiers after a method's parameters: " const", " &&", or "". */
export function qualifiersOf(name: string): string {
  return /(?<=\))(?: const| volatile| &&?)+$/.exec(name)?.[0] ?? ''
}

/** Splits a name into its parts. */
export function nameParts(name: string): NameParts {
  const inner = moduleEnd(name)
  if (inner > 0) return { ...NO_PARTS, outer: name.slice(0, inner), own: name.slice(inner) }
  let depth = 0
  let cut = 0
  let end = name.length
  /** `operator` is followed by a type, whose scopes are not the function's. */
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

/** Returns the start of the template arguments that end at `end`; `end` if there are none. */
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

/**
 * Returns the position after the last space outside all brackets, except the one in `operator
 * bool`.
 */
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

/** Returns the start of the innermost scope in `[from, end)`. */
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

// Names in sentences: in full if short, else scope and own name.

/** Length beyond which a name makes a sentence unreadable. */
const MOST_IN_SENTENCE = 60
/** Prefixes of compiler-generated functions, whose names are otherwise equal. */
const MADE_OF_IT = /^[A-Za-z -]+ (?:to|for) (?=[\w(])/

/**
 * Returns a name without its arguments. It keeps the suffix of a clone, such as GCC's `[clone
 * .isra.0]`, because some messages are about these.
 */
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
