// Where the drawing's nodes stand at this moment: where they rest, or on their way there from the last drawing.
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LayoutResult } from '../../../../workers/core/graph-layout/layout-input.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import { applyPins, between, placesOf, type Pins, type Place, type Positions } from '../drawing/positions.ts'
import type { Drawn } from '../use-layout.ts'
import { useMotion } from './zoom/use-motion.ts'

const NOWHERE: ReadonlyMap<FunctionIndex, Place> = new Map()

export function usePlaces({ scene, result }: Drawn, pins: Pins) {
  const [way, setWay] = useState({ from: NOWHERE, t: 1 })
  const move = useMotion()
  const shown = useRef<LayoutResult | null>(null)
  const last = useRef<ReadonlyMap<FunctionIndex, Place>>(NOWHERE)

  const resting = useMemo(() => applyPins(result, scene.nodeLink, pins), [result, scene, pins])
  const positions: Positions = useMemo(() => between(way.from, scene, resting, way.t), [way, scene, resting])

  useLayoutEffect(() => {
    if (shown.current === result) return
    shown.current = result
    const from = last.current
    if (from.size > 0) move((t) => setWay({ from, t }))
  }, [result, move])
  useLayoutEffect(() => {
    last.current = placesOf(scene, positions)
  }, [scene, positions])

  return { positions, resting }
}
