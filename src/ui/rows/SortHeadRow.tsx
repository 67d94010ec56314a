// The headings of a table, each of which sorts. Tab stops at one of them, the arrows move along them and down to the rows.
import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { SortHeader } from './SortHeader.tsx'
import sheet from './sheet.module.css'
import table from './table.module.css'

export interface Heading<C extends string> {
  readonly column: C
  readonly label: string
  readonly unit: string
}

export interface Order<C extends string> {
  readonly column: C
  readonly direction: 'ascending' | 'descending'
}

export function SortHeadRow<C extends string>({
  headings,
  order,
  ownOrder,
  tabStop,
  className = '',
  classOf,
  onSort,
  onDown,
}: {
  /** "name", if among them, stands at its column's start and explains itself. */
  readonly headings: readonly Heading<C>[]
  /** What was asked for; null: nothing. */
  readonly order: Order<C> | null
  /** In which the rows come unless another is asked for. */
  readonly ownOrder: Order<C>
  /** Where Tab stops unless one has the focus. It is shown however little room there is: else it would be no stop. */
  readonly tabStop: C
  readonly className?: string | undefined
  readonly classOf: (column: C) => string | undefined
  readonly onSort: (column: C) => void
  /** From the headings to the rows. */
  readonly onDown: () => void
}) {
  const sorted = order ?? ownOrder
  const [focused, setFocused] = useState(-1)
  const stop = focused >= 0 ? focused : headings.findIndex(({ column }) => column === tabStop)
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
    setFocused([...currentTarget.children].findIndex((heading) => heading.contains(target)))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') onDown()
    else if (!moveAlong(event.currentTarget, event.target, event.key)) return
    event.preventDefault()
  }
  return (
    <div role="rowgroup" className={`${sheet.head} ${className}`}>
      <div
        role="row"
        aria-rowindex={1}
        className={table.headRow}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setFocused(-1)}
      >
        {headings.map(({ column, label, unit }, at) => (
          <SortHeader
            key={column}
            label={label}
            unit={unit}
            state={column === sorted.column ? sorted.direction : 'none'}
            isImplied={order === null}
            align={column === 'name' ? 'start' : 'end'}
            className={classOf(column)}
            columnIndex={at + 1}
            isTabStop={at === stop}
            tip={column === 'name' ? undefined : column}
            onSort={() => onSort(column)}
          />
        ))}
      </div>
    </div>
  )
}

/** To the next heading that is shown, or the first or last. False if the key means something else. */
function moveAlong(row: HTMLElement, from: EventTarget, key: string): boolean {
  const headings = [...row.children].filter((heading) => getComputedStyle(heading).display !== 'none')
  const buttons = headings.flatMap((heading) => heading.querySelector('button') ?? [])
  const at = buttons.findIndex((button) => button === from)
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const to = steps[key]
  if (to === undefined) return false
  buttons[to]?.focus()
  return true
}
