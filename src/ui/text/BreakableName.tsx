// A long name over several lines, broken where its parts meet rather than in the midst of a word.
import { Fragment } from 'react'

/** Behind `::`, `<`, `(` and a comma. */
const PARTS = /(?<=::|[<(,])(?=[^\s:<(,])/

export function BreakableName({ name }: { readonly name: string }) {
  return name.split(PARTS).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one name, which have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
