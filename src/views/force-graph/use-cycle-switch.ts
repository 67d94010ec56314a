// Opens or closes cycles from the drawing, then gives the focus to what takes their place.
import { useCallback, useEffect, useRef } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { nodesByFunction } from '../../../workers/core/reports/graph/drawing.ts'
import { setCycleOpen } from './cycle-switches.ts'
import type { Scene } from './scene.ts'

/** Returns a function that opens or closes a cycle. */
export function useCycleSwitch(opened: ProfileView, scene: Scene, focusNode: (node: number) => void) {
  /** The member that gets the focus in the next drawing. */
  const next = useRef<{ readonly of: Scene; readonly member: FunctionIndex } | null>(null)
  useEffect(() => {
    if (!next.current || next.current.of === scene) return
    const node = nodesByFunction(scene.analyzed, scene.nodeLink.nodes).get(next.current.member)
    next.current = null
    if (node !== undefined) focusNode(node)
  }, [scene, focusNode])
  return useCallback(
    (cycle: CycleIndex, isOpen: boolean) => {
      const { nodes } = scene.nodeLink
      const member = nodes.find((node) => node.closed === cycle || node.cycle === cycle)?.function
      const hasFocus = document.activeElement?.closest('[data-keep]') != null
      next.current = hasFocus && member !== undefined ? { of: scene, member } : null
      setCycleOpen(opened, cycle, isOpen)
    },
    [opened, scene],
  )
}
