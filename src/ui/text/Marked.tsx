// A text with some stretches marked.
import { Fragment, memo } from 'react'

interface Range {
  readonly from: number
  readonly to: number
}

export const Marked = memo(function Marked({
  text,
  ranges,
}: {
  readonly text: string
  readonly ranges: readonly Range[]
}) {
  if (ranges.length === 0) return <>{text}</>
  return (
    <>
      {ranges.map((range, at) => (
        <Fragment key={range.from}>
          {text.slice(at === 0 ? 0 : ranges[at - 1]?.to, range.from)}
          <mark>{text.slice(range.from, range.to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.to)}
    </>
  )
})
