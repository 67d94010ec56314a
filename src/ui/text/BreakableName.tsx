// A long name over several lines, broken where its parts meet rather than in the midst of a word.
import { Fragment } from 'react'

/** Behind `::`, `<`, `(` and a comma. */
const PARTS = /(?<=::|[<(,])(?=[^\s:<(,])/
/** Of a word that may not have room on a line of its own: behind an underscore, and before a hump. */
const WORDS = /(?<=[^\W_]_)(?=[^\W_])|(?<=[a-z\d])(?=[A-Z][a-z])/
const LONG = 20

export function BreakableName({ name }: { readonly name: string }) {
  const parts = name.split(PARTS).flatMap((part) => (part.length > LONG ? part.split(WORDS) : part))
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one name, which have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
