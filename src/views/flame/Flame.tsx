// The flame view: the call tree as boxes, each as wide as its time, below its tools.
import { useCallback } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Direction } from '../../../workers/core/reports/call-tree/tree-node.ts'
import { resolveSelection } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useViewParams } from '../../state/url/view-params.ts'
import { isPlainKey, usePageKeys } from '../../ui/page-keys.ts'
import {
  changeFlame,
  flameParams,
  rootFlameAt,
  showCallTree,
  useCallTree,
  useClosedCycles,
} from '../call-trees.ts'
import { RootTools } from '../RootTools.tsx'
import type { ViewProps } from '../view.ts'
import controls from '../../ui/controls.module.css'
import table from '../../ui/table.module.css'
import styles from './flame.module.css'
import { FlameFigure } from './FlameFigure.tsx'

/** The flame view. Fills its container. */
export function Flame({ opened, isPane = false }: ViewProps) {
  const params = useViewParams(flameParams)
  const { direction } = params
  const { tree, measured } = useCallTree(opened, direction, params.root, useClosedCycles(params))
  const press = useCallback(
    (event: globalThis.KeyboardEvent) => {
      // Beside the list these keys are not the picture's: they would lead away from the list.
      if (isPane || !isPlainKey(event)) return false
      if (event.key === 'd') turn(opened, 'callees')
      else if (event.key === 'u') turn(opened, 'callers')
      else if (event.key === 'i') showCallTree(direction, params.root)
      else return false
      return true
    },
    [opened, direction, params.root, isPane],
  )
  usePageKeys(press)
  return (
    <div className={`${table.view} ${styles.view}`}>
      <RootTools
        opened={opened}
        tree={tree}
        mostOfOther={24}
        rootTitle="Set the selected function as root (r)"
        onRoot={(f) => rootFlameAt(opened, f)}
      >
        <div role="group" aria-label="Direction" className={controls.switch}>
          {DIRECTIONS.map(([to, label, key]) => (
            <button
              key={to}
              type="button"
              aria-pressed={direction === to}
              title={`${label} (${key})`}
              onClick={() => direction !== to && turn(opened, to)}
            >
              {label}
            </button>
          ))}
        </div>
      </RootTools>
      {tree ? (
        <FlameFigure opened={opened} tree={tree} measured={measured} zoom={params.zoom} isPane={isPane} />
      ) : (
        <p className={table.empty}>No function was called or took time: there is no tree.</p>
      )}
    </div>
  )
}

/** Shows callees or callers, of the selected function if there is one. */
function turn(opened: ProfileView, direction: Direction): void {
  const { selected } = useStore.getState().shared
  const { f, cycle } = resolveSelection(opened, selected)
  const root =
    selected && (f !== null || cycle !== null) ? { name: selected.name, address: selected.address } : null
  changeFlame({ direction, zoom: [], ...(root ? { root } : {}) })
}

const DIRECTIONS = [
  ['callees', 'Callees', 'd'],
  ['callers', 'Callers', 'u'],
] as const
