// From the graph's parameters to a drawing with positions: chooses and measures the functions, has
// a worker lay them out, and keeps pinned nodes.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../../workers/core/reports/graph/selection.ts'
import { nodeLinkInSteps } from '../../../workers/core/reports/graph/node-link.ts'
import { findFunction } from '../../../workers/core/reports/search-matches.ts'
import { useSelected } from '../../state/selectors.ts'
import { PROGRESS_DELAY_MS, useInSlices } from '../../state/worker/time-slicing.ts'
import { useNarrowWindow } from '../../ui/display.ts'
import type { GraphParams } from './params.ts'
import { buildScene, layoutInputOf, type Scene } from './scene.ts'
import { type LayoutAnswer, LayoutClient } from '../../../workers/api/task-clients.ts'
import type {
  LayoutInput,
  LayoutResult,
  LayoutStyle,
} from '../../../workers/core/graph-layout/layout-input.ts'
import { NO_PINS, type Pins } from './drawing/positions.ts'

/** On a phone only this many names are legible. */
const LIMIT_WHERE_NARROW = 40

/** Returns the graph to draw for the parameters, measured, and the size of the choice. */
export function useScene(opened: ProfileView, params: GraphParams) {
  const { analyzed, asMeasured } = opened
  const selected = useSelected(opened)
  const focus = params.scope === 'around' ? selected : null
  const isNarrow = useNarrowWindow()
  const limit = params.limit ?? (isNarrow ? LIMIT_WHERE_NARROW : DEFAULT_CHOICE.limit)
  const choice = useMemo(() => choiceOf(opened, params, focus, limit), [opened, params, focus, limit])
  const nodeLink = useInSlices(useCallback(() => nodeLinkInSteps(analyzed, choice), [analyzed, choice]))
  const isAimless = params.scope === 'around' && focus === null
  const scene = useMemo(
    () => (isAimless || !nodeLink ? null : buildScene(analyzed, nodeLink, asMeasured?.analyzed)),
    [analyzed, asMeasured, nodeLink, isAimless],
  )
  return { focus, limit, choice, nodeLink, isAimless, scene }
}

function choiceOf(
  opened: ProfileView,
  params: GraphParams,
  focus: FunctionIndex | null,
  limit: number,
): NodeLinkChoice {
  const { functions } = opened.analyzed.profile
  return {
    ...DEFAULT_CHOICE,
    focus,
    callersDepth: params.callersDepth,
    calleesDepth: params.calleesDepth,
    threshold: params.threshold,
    limit,
    expanded: params.open.flatMap(({ side, amount, name }) => {
      const f = findFunction(functions, name.name, name.address)
      return f === NONE ? [] : [{ function: f, side, amount }]
    }),
  }
}

// The scene's positions, from the worker. The previous drawing stays until the next one is ready.

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

// Pinned nodes, by layout style: a place in one layout means nothing in the other.

type PinsByStyle = Readonly<Record<LayoutStyle, Pins>>

/** Returns the pinned nodes of a layout style, and functions that change them. */
export function usePins(style: LayoutStyle) {
  const [all, setAll] = useState<PinsByStyle>({ force: NO_PINS, layered: NO_PINS })
  const setPins = useCallback(
    (next: (before: Pins) => Pins) => setAll((before) => ({ ...before, [style]: next(before[style]) })),
    [style],
  )
  return { pins: all[style], setPins }
}
