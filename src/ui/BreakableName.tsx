// A long name over several lines, wrapped between its parts, not inside a word.
import { Fragment } from 'react'

/** After `::`, `<`, `(` and a comma. */
const NAME_BREAKS = /(?<=::|[<(,])(?=[^\s:<(,])/
/**
 * Inside a word that may not fit on a line: after an underscore, and before a capital of camel
 * case.
 */
const WORD_BREAKS = /(?<=[^\W_]_)(?=[^\W_])|(?<=[a-z\d])(?=[A-Z][a-z])/
const LONG = 20

export function BreakableName({ name }: { readonly name: string }) {
  const parts = name
    .split(NAME_BREAKS)
    .flatMap((part) => (part.length > LONG ? part.split(WORD_BREAKS) : part))
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one name, which have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
