// The flat profile's headings, each of which sorts. Tab stops at one of them, the arrows move along them and down to the rows.
import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { FlatColumn, flatHeadings } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { shownUnit } from '../../../workers/core/reports/quantities.ts'
import { sortBy } from '../../state/actions.ts'
import type { SharedState } from '../../state/shared.ts'
import { SortHeader, type SortState } from '../../ui/rows/SortHeader.tsx'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './flat-profile.module.css'

/** Shown however little room there is: a Tab stop that is not in the page would be none. */
const ALWAYS_SHOWN: readonly string[] = ['percent', 'self', 'calls', 'total', 'name']

export function FlatHead({
  headings,
  order,
  isTimed,
  onDown,
}: {
  readonly headings: ReturnType<typeof flatHeadings>
  /** Null for gprof's own. */
  readonly order: SharedState['sort']
  readonly isTimed: boolean
  /** From the headings to the rows. */
  readonly onDown: () => void
}) {
  // gprof's own order: by time and then by calls, which leaves calls where there is no time.
  const own: FlatColumn = isTimed ? 'self' : 'calls'
  const stateOf = (column: FlatColumn): SortState =>
    order ? (order.column === column ? order.direction : 'none') : column === own ? 'descending' : 'none'
  const sorted = order?.column ?? own
  const [focused, setFocused] = useState(-1)
  const first = ALWAYS_SHOWN.includes(sorted) ? sorted : 'name'
  const tabStop = focused >= 0 ? focused : headings.findIndex(({ column }) => column === first)
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
    setFocused([...currentTarget.children].findIndex((heading) => heading.contains(target)))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') onDown()
    else if (!moveAlong(event.currentTarget, event.target, event.key)) return
    event.preventDefault()
  }
  return (
    <div role="rowgroup" className={`${sheet.head} ${styles.head}`}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.headRow}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setFocused(-1)}
      >
        {headings.map(({ column, label, unit }, at) => (
          <SortHeader
            key={column}
            label={label}
            unit={shownUnit(unit)}
            state={stateOf(column)}
            isImplied={order === null}
            align={column === 'name' ? 'start' : 'end'}
            className={styles[column]}
            columnIndex={at + 1}
            isTabStop={at === tabStop}
            tip={column === 'name' ? undefined : column}
            onSort={() => sortBy(column)}
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
