// A function's full name over several lines, below a short one if it is long. A name too long to draw can
// be copied.
import { useState } from 'react'
import type { FunctionIndex, FunctionTable } from '../../../workers/core/profile/call-graph-profile.ts'
import { MOST_SHOWN, readableBytes, wholeName } from '../../../workers/core/names/names.ts'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import { shortenName } from '../../../workers/core/names/shorten-name.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { BreakableName } from '../../ui/BreakableName.tsx'
import { copyText } from '../export/save-and-copy.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './details.module.css'

/** Characters from which a name has a short one above it: some four lines of a narrow panel. */
const LONG_TITLE = 100
/** Characters of the short one. */
const SHORT_TITLE = 40

export function FunctionTitle({ name }: { readonly name: string }) {
  const { result, outer, scope, own, types, parameters } = nameParts(name)
  const isLong = name.length > LONG_TITLE
  return (
    <div>
      {isLong && (
        <p className={styles.name} aria-hidden="true">
          <b>
            <BreakableName name={shortenName(name, SHORT_TITLE)} />
          </b>
        </p>
      )}
      <h2 className={styles.name} data-long={isLong}>
        <BreakableName name={result + outer} />
        <wbr />
        <b>
          <BreakableName name={scope + own} />
        </b>
        <BreakableName name={types + parameters} />
      </h2>
    </div>
  )
}

/** Draws nothing if the name is shown in full. */
export function WholeName({
  functions,
  f,
}: {
  readonly functions: FunctionTable
  readonly f: FunctionIndex
}) {
  const [outcome, setOutcome] = useState('')
  const { length } = readableBytes(functions, f)
  if (length <= MOST_SHOWN) return null
  const copy = async () => {
    setOutcome(await copyText(wholeName(functions, f), 'Copied', 'Export → CSV has the whole name.'))
  }
  return (
    <p>
      <Button look="quiet" onClick={() => void copy()}>
        Copy name, {formatCount(length)} letters
      </Button>{' '}
      <span role="status">{outcome}</span>
    </p>
  )
}
