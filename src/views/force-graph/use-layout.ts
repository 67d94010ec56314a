// The scene's places, from the worker. What was drawn before stays until the next drawing is ready.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { LayoutClient, type LayoutAnswer } from '../../../workers/api/layout-client.ts'
import type {
  LayoutInput,
  LayoutResult,
  LayoutStyle,
} from '../../../workers/core/graph-layout/layout-input.ts'
import { PATIENCE_MS } from '../../state/worker/patience.ts'
import { layoutInputOf, type Scene } from './scene/scene.ts'

export interface Drawn {
  readonly scene: Scene
  readonly style: LayoutStyle
  readonly result: LayoutResult
}

export type LayoutStatus =
  | { readonly kind: 'idle' }
  /** Only said once it takes long enough to be worth saying. */
  | { readonly kind: 'slow' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

export interface Layouter {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer>
  cancel(): void
  close(): void
}

const IDLE: LayoutStatus = { kind: 'idle' }

let makeLayouter: () => Layouter = () => new LayoutClient()

/** Tests put a layouter of their own here. */
export function setLayouter(make: () => Layouter): void {
  makeLayouter = make
}

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
    const slow = setTimeout(() => setStatus({ kind: 'slow' }), PATIENCE_MS)
    layouter.current ??= makeLayouter()
    void layouter.current.layout(layoutInputOf(asked, aspect, style), style).then((answer) => {
      clearTimeout(slow)
      if (!isCurrent) return
      if (answer.kind === 'done') setDrawn({ scene: asked, style, result: answer.result })
      setStatus(answer.kind === 'done' ? IDLE : answer.kind === 'ended' ? { kind: 'cancelled' } : answer)
    })
    return () => {
      isCurrent = false
      clearTimeout(slow)
      layouter.current?.cancel()
      // What is slow is mostly followed by what is slow as well.
      setStatus((before) => (before.kind === 'slow' ? before : IDLE))
    }
  }, [asked, aspect, style])
  /** Another turn stops the one before. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const cancel = useCallback(() => layouter.current?.cancel(), [])
  return { drawn, status: asked ? status : IDLE, cancel, retry }
}
