// The arc that was clicked: its calls, and the way to cut or to restore it.
import { useEffect, useRef } from 'react'
import { cut, restore } from '../../../../state/scenario.ts'
import buttons from '../../../../ui/controls/controls.module.css'
import { CloseIcon, CutIcon, UndoIcon } from '../../../../ui/controls/icons.tsx'
import { BreakableName } from '../../../../ui/text/BreakableName.tsx'
import tips from '../../../../ui/overlays/tip.module.css'
import styles from '../overlays.module.css'
import type { SceneArc } from '../../scene/scene-arcs.ts'
import type { Size } from '../zoom/transforms.ts'

const WIDTH = 260

export function ChosenArc({
  chosen: { name, text, isCut },
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
  const left = Math.max(6, Math.min(x - WIDTH / 2, size.width - WIDTH - 6))
  const top = Math.max(6, Math.min(y + 10, size.height - 100))
  return (
    <div
      ref={panel}
      role="group"
      aria-label={title}
      className={`${tips.panel} ${styles.chosenArc}`}
      style={{ left, top, width: WIDTH }}
    >
      <p className={tips.title}>
        <BreakableName name={title} />
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={styles.chosenActions}>
        <button
          ref={button}
          type="button"
          className={buttons.button}
          aria-label={`${isCut ? 'Restore' : 'Cut'} ${title}`}
          onClick={() => {
            onClose()
            ;(isCut ? restore : cut)([name])
          }}
        >
          {isCut ? <UndoIcon /> : <CutIcon />}
          {isCut ? 'Restore' : 'Cut'}
        </button>
        <button type="button" className={buttons.quiet} aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
    </div>
  )
}
