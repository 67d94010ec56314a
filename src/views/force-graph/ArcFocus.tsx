// The arc with the keyboard focus: a button, unlike the other arcs.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ArcShape } from './arc-shapes.ts'
import styles from './drawing.module.css'

export function ArcFocus({
  label,
  menu,
  shape,
  onKey,
  onBlur,
}: {
  readonly label: string
  readonly menu: string | undefined
  readonly shape: ArcShape
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
  readonly onBlur: () => void
}) {
  const element = useRef<SVGGElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <g
      ref={element}
      role="button"
      aria-label={label}
      tabIndex={-1}
      data-keep
      data-menu={menu}
      className={styles.walkedArc}
      onBlur={onBlur}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <path d={shape.path} />
    </g>
  )
}
