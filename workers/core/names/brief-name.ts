// Names in sentences: in full if short, else scope with own name.
import { nameParts } from './name-parts.ts'

/** Length beyond which a name makes a sentence unreadable. */
const MOST_IN_SENTENCE = 60
/** Prefixes of compiler-generated functions, whose names are otherwise equal. */
const MADE_OF_IT = /^[A-Za-z -]+ (?:to|for) (?=[\w(])/

/**
 * Returns a name for a sentence: unchanged up to 60 characters, else without arguments and outer scopes. It
 * keeps the suffix of a clone, such as GCC's `[clone .isra.0]`, because some messages are about these.
 *
 * @param name readable name, as text; a very long one from `displayName`
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
