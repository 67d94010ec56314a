// The panel of the chosen arc: its calls, with a button that removes or restores it.
import { useEffect, useRef } from 'react'
import type { SceneArc } from './scene-arcs.ts'
import type { Size } from './zoom-targets.ts'
import { BreakableName } from '../../ui/BreakableName.tsx'
import { cut, restore } from '../../state/questions/scenario.ts'
import { CloseIcon, CutIcon, UndoIcon } from '../../ui/icons.tsx'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import styles from './overlays.module.css'

const PANEL_WIDTH = 260

export function ChosenArc({
  chosen: { names, text, isCut },
  x,
  y,
  size,
  onClose,
}: {
  readonly chosen: SceneArc
  readonly x: number
  readonly y: number
  readonly size: Size
  readonly onClose: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const element = panel.current
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  const { title, lines } = text
  const left = Math.max(6, Math.min(x - PANEL_WIDTH / 2, size.width - PANEL_WIDTH - 6))
  const top = Math.max(6, Math.min(y + 10, size.height - 100))
  return (
    <div
      ref={panel}
      role="group"
      aria-label={title}
      className={`${controls.panel} ${styles.chosenArc}`}
      style={{ left, top, width: PANEL_WIDTH }}
    >
      <p className={controls.title}>
        <BreakableName name={title} />
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={styles.chosenActions}>
        <Button
          ref={button}
          aria-label={`${isCut ? 'Restore' : 'Cut'} ${title}`}
          onClick={() => {
            onClose()
            ;(isCut ? restore : cut)(names)
          }}
        >
          {isCut ? <UndoIcon /> : <CutIcon />}
          {isCut ? 'Restore' : 'Cut'}
        </Button>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
    </div>
  )
}
