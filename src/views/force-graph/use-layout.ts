// The places of a drawing's nodes, from the worker. The previous drawing stays until they are there.
import type { LayoutResult, LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { useCallback, useContext, useEffect, useReducer, useState } from 'react'
import { layoutInputOf, type Scene } from './scene.ts'
import { TaskClientsContext } from '../task-clients.ts'

/** A scene that has been laid out. */
export interface Drawn {
  readonly scene: Scene
  readonly style: LayoutStyle
  readonly result: LayoutResult
}

/** The state of the layout. */
export type LayoutStatus =
  | { readonly kind: 'idle' }
  /** Reported only when it is slow. */
  | { readonly kind: 'slow' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

const IDLE: LayoutStatus = { kind: 'idle' }

/**
 * Returns the last drawing that was laid out, the state of the next one, and functions to cancel
 * and retry.
 */
export function useLayout(scene: Scene | null, aspect: number, style: LayoutStyle) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [status, setStatus] = useState<LayoutStatus>(IDLE)
  const [layouter] = useState(useContext(TaskClientsContext).makeLayouter)

  useEffect(() => () => layouter.close(), [layouter])

  const asked = scene !== null && scene.nodes.length > 0 && aspect > 0 ? scene : null
  const begin = useCallback(() => {
    if (!asked) return () => {}
    let isCurrent = true
    const slow = setTimeout(() => setStatus({ kind: 'slow' }), PROGRESS_DELAY_MS)
    void layouter.layout(layoutInputOf(asked, aspect), style).then((answer) => {
      clearTimeout(slow)
      if (!isCurrent) return
      if (answer.kind === 'done') setDrawn({ scene: asked, style, result: answer.result })
      setStatus(answer.kind === 'done' ? IDLE : answer.kind === 'ended' ? { kind: 'cancelled' } : answer)
    })
    return () => {
      isCurrent = false
      clearTimeout(slow)
      layouter.cancel()
      // A slow layout is usually followed by another slow one.
      setStatus((before) => (before.kind === 'slow' ? before : IDLE))
    }
  }, [asked, aspect, style, layouter])
  /** Raised to stop the layout and start it again. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const cancel = useCallback(() => layouter.cancel(), [layouter])
  return { drawn, status: asked ? status : IDLE, cancel, retry }
}
