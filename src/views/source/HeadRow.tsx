// The headings of a table of lines, which do not sort.
import table from '../../ui/table.module.css'

export function HeadRow({
  headings,
}: {
  readonly headings: readonly {
    readonly label: string
    /** Follows the label; "" for none. */
    readonly unit?: string
    /** The key of its tooltip. */
    readonly tip?: string
    readonly className?: string | undefined
  }[]
}) {
  return (
    <div role="rowgroup" className={table.head}>
      <div role="row" aria-rowindex={1} className={table.headRow}>
        {headings.map(({ label, unit = '', tip, className = '' }, at) => (
          <div
            key={label}
            role="columnheader"
            aria-colindex={at + 1}
            data-tip={tip}
            className={`${table.heading} ${className}`}
          >
            <span>
              {label}
              {unit !== '' && <span className={table.unit}> {unit}</span>}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
