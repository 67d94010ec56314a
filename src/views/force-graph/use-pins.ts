// What a person has moved in the drawing on screen. A place in one layout means nothing in the other.
import { useCallback, useState } from 'react'
import type { LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { NO_PINS, type Pins } from './drawing/positions.ts'

type PinsByStyle = Readonly<Record<LayoutStyle, Pins>>

export function usePins(style: LayoutStyle) {
  const [all, setAll] = useState<PinsByStyle>({ force: NO_PINS, layered: NO_PINS })
  const setPins = useCallback(
    (next: (before: Pins) => Pins) => setAll((before) => ({ ...before, [style]: next(before[style]) })),
    [style],
  )
  return { pins: all[style], setPins }
}
