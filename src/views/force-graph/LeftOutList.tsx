// The functions that are not drawn, as a list: the most self time first, each can be selected or drawn.
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { functionsLeftOut } from '../../../workers/core/reports/graph/left-out.ts'
import { listedTotal } from '../../../workers/core/reports/graph/weights.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { formatCounted, formatShareOf } from '../../../workers/core/quantities.ts'
import { useInSlices } from '../../state/worker/slices.ts'
import { select } from '../../state/actions.ts'
import { useSelected } from '../../state/selectors.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { cellAt, headed, nameCellAt, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow } from '../../ui/GridRow.tsx'
import { useGridRows } from '../../ui/use-grid-focus.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { BreakableName } from '../../ui/BreakableName.tsx'
import { menuOf } from '../menu-subject.ts'
import type { Scene } from './scene.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import styles from './left-out-list.module.css'

const ROW_HEIGHT = 26
const NO_ROWS = new Uint32Array(0)

export function LeftOutList({
  opened,
  scene,
  onDraw,
  onClose,
}: {
  readonly opened: ProfileView
  readonly scene: Scene
  readonly onDraw: (f: FunctionIndex) => void
  readonly onClose: () => void
}) {
  const { analyzed, nodeLink } = scene
  const rows =
    useInSlices(useCallback(() => functionsLeftOut(analyzed, nodeLink), [analyzed, nodeLink])) ?? NO_ROWS
  const scroller = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  const selected = useSelected(opened)
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, rows.length - 1))
  const functionAt = (row: number): FunctionIndex | undefined => rows[row] as FunctionIndex | undefined
  const pick = useCallback(
    (row: number) => {
      setActive(row)
      const f = rows[row] as FunctionIndex | undefined
      if (f !== undefined) select(f, 'replace')
    },
    [rows],
  )
  const grid = useGridRows({ scroller, count: rows.length, rowHeight: ROW_HEIGHT, active: at, onMove: pick })
  /** Whether the row that had the focus is drawn now, and no longer in the list. */
  const isTaken = useRef(false)
  const draw = (f: FunctionIndex): void => {
    isTaken.current = true
    onDraw(f)
  }
  const { focusRow } = grid
  const keepFocus = useEffectEvent(({ length }: typeof rows) => {
    if (!isTaken.current) return
    isTaken.current = false
    if (length > 0) focusRow(Math.min(at, length - 1))
    else close.current?.focus({ preventScroll: true })
  })
  useEffect(() => keepFocus(rows), [rows])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
      return
    }
    const f = functionAt(at)
    const isOnRow = (event.target as HTMLElement).closest('[data-row]') !== null
    if (grid.onKeyDown(event) || f === undefined || !isOnRow || event.key !== 'Enter') return
    event.preventDefault()
    draw(f)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from each of its controls
    <section
      className={`${controls.panel} ${styles.panel}`}
      aria-label="Functions that are not drawn"
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <p className={controls.title}>{formatCounted(rows.length, 'function')} not drawn</p>
        <Button look="quiet" ref={close} aria-label="Close the list" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      <VirtualGrid
        role="grid"
        aria-label="Functions that are not drawn"
        aria-colcount={4}
        grid={grid}
        head={
          <div role="row" aria-rowindex={1} className={`${styles.row} ${styles.heading}`}>
            {['Self', 'Total', 'Function', 'Draw'].map((title, column) => (
              <span key={title} role="columnheader" aria-colindex={column + 1}>
                {title}
              </span>
            ))}
          </div>
        }
      >
        {grid.rows.visible.map(({ index: row, top }) => {
          const f = functionAt(row)
          if (f === undefined) return null
          const name = displayName(analyzed.profile.functions, f)
          const self = formatShareOf(analyzed.profile, analyzed.times.propagatedSelf[f] ?? 0)
          const total = formatShareOf(analyzed.profile, listedTotal(analyzed, f))
          return (
            <GridRow
              key={f}
              row={row}
              top={top}
              isActive={row === at}
              isSelected={f === selected}
              className={styles.row}
              aria-label={spokenRow(name, headed('Self', self), headed('Total', total))}
              onPlainClick={() => pick(row)}
              {...menuOf(f)}
            >
              <span {...cellAt(0)} className={styles.number}>
                {self}
              </span>
              <span {...cellAt(1)} className={styles.number}>
                {total}
              </span>
              <span {...nameCellAt(2, name)} className={styles.name}>
                <BreakableName name={name} />
              </span>
              <span {...cellAt(3)}>
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.draw}
                  aria-label={`Draw ${name}`}
                  onClick={(event) => {
                    event.stopPropagation()
                    draw(f)
                  }}
                >
                  Draw
                </button>
              </span>
            </GridRow>
          )
        })}
      </VirtualGrid>
    </section>
  )
}
