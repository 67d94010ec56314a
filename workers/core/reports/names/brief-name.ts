// A function's name within a sentence: whole while it is short, else where it belongs and what it is called there.
import { nameParts } from './name-parts.ts'

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
