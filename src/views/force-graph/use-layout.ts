// The places of a drawing's nodes, from the worker. The previous drawing stays until they are there.
import { type LayoutAnswer, LayoutClient } from '../../../workers/api/task-clients.ts'
import type {
  LayoutInput,
  LayoutResult,
  LayoutStyle,
} from '../../../workers/core/graph-layout/layout-input.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { layoutInputOf, type Scene } from './scene.ts'

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

/** Lays out graphs, in a worker. */
export interface Layouter {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer>
  cancel(): void
  close(): void
}

const IDLE: LayoutStatus = { kind: 'idle' }

let makeLayouter: () => Layouter = () => new LayoutClient()

/** Replaces the worker that lays out graphs, for tests. */
export function setLayouter(make: () => Layouter): void {
  makeLayouter = make
}

/**
 * Returns the last drawing that was laid out, the state of the next one, and functions to cancel
 * and retry.
 */
export function useLayout(scene: Scene | null, aspect: number, style: LayoutStyle) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [status, setStatus] = useState<LayoutStatus>(IDLE)
  const layouter = useRef<Layouter | null>(null)

  useEffect(() => {
    return () => {
      layouter.current?.close()
      layouter.current = null
    }
  }, [])

  const asked = scene !== null && scene.nodes.length > 0 && aspect > 0 ? scene : null
  const begin = useCallback(() => {
    if (!asked) return () => {}
    let isCurrent = true
    const slow = setTimeout(() => setStatus({ kind: 'slow' }), PROGRESS_DELAY_MS)
    layouter.current ??= makeLayouter()
    void layouter.current.layout(layoutInputOf(asked, aspect), style).then((answer) => {
      clearTimeout(slow)
      if (!isCurrent) return
      if (answer.kind === 'done') setDrawn({ scene: asked, style, result: answer.result })
      setStatus(answer.kind === 'done' ? IDLE : answer.kind === 'ended' ? { kind: 'cancelled' } : answer)
    })
    return () => {
      isCurrent = false
      clearTimeout(slow)
      layouter.current?.cancel()
      // A slow layout is usually followed by another slow one.
      setStatus((before) => (before.kind === 'slow' ? before : IDLE))
    }
  }, [asked, aspect, style])
  /** Raised to stop the layout and start it again. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const cancel = useCallback(() => layouter.current?.cancel(), [])
  return { drawn, status: asked ? status : IDLE, cancel, retry }
}
