// The line between two panes: dragging it, its keys or a double click set the size of the pane after it.
import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './splitter.module.css'
import { clampSize, LEAST_SIZE, MOST_SIZE, type PaneSize } from './use-pane-size.ts'

/** Percent by which an arrow key moves the line. */
const STEP = 2

/** The line itself. The room for both panes is the element around it with `data-panes`. */
export function Splitter({
  label,
  pane,
  isUpright,
  size,
  usual,
  resize,
}: PaneSize & {
  /** What it sets: "Width of the details". */
  readonly label: string
  /** The id of the pane after it. */
  readonly pane: string
  /** Whether the panes are side by side. */
  readonly isUpright: boolean
  /** About the default size, in percent. */
  readonly usual: number
}) {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, pointerId, clientX, clientY } = event
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const room = currentTarget.closest('[data-panes]')?.getBoundingClientRect()
    if (!room) return
    const part = isUpright ? (room.right - clientX) / room.width : (room.bottom - clientY) / room.height
    resize(clampSize(part * 100))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const now = size ?? usual
    const next = keySize(event.key, now, isUpright)
    if (next === undefined) return
    // The page's own keys do the same elsewhere.
    event.preventDefault()
    event.stopPropagation()
    resize(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so is its place in the order of focus
      tabIndex={0}
      className={styles.splitter}
      aria-label={label}
      aria-controls={pane}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(size ?? usual)}
      aria-valuemin={LEAST_SIZE}
      aria-valuemax={MOST_SIZE}
      aria-valuetext={`${Math.round(size ?? usual)}%`}
      title="Drag to resize; a double click resets"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={() => resize(null)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Returns the size after a key, null for the default, undefined for another key. */
function keySize(key: string, now: number, isUpright: boolean): number | null | undefined {
  if (key === (isUpright ? 'ArrowLeft' : 'ArrowUp')) return clampSize(now + STEP)
  if (key === (isUpright ? 'ArrowRight' : 'ArrowDown')) return clampSize(now - STEP)
  if (key === 'Home') return LEAST_SIZE
  if (key === 'End') return MOST_SIZE
  return key === 'Enter' ? null : undefined
}
