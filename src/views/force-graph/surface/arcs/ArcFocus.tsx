// The arc that the keyboard stands on: a button, though the arcs of a drawing are none.
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { ArcShape } from '../../drawing/arc-paths.ts'
import styles from '../../drawing/drawing.module.css'

export function ArcFocus({
  label,
  shape,
  onKey,
  onBlur,
}: {
  readonly label: string
  readonly shape: ArcShape
  /** Answers whether the key meant something. */
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
