// A name that is too long for any screen stands on it cut. Here is the whole.
import { useState } from 'react'
import type { FunctionIndex, FunctionTable } from '../../../workers/core/profile/call-graph-profile.ts'
import { MOST_SHOWN, readableBytes, wholeName } from '../../../workers/core/reports/names/names.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { copyText } from '../share/copy-text.ts'
import controls from '../../ui/controls.module.css'

/** Nothing where what is shown is the whole. */
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
      <button type="button" className={controls.quiet} onClick={() => void copy()}>
        Copy the whole name, {formatCount(length)} letters
      </button>{' '}
      <span role="status">{outcome}</span>
    </p>
  )
}
