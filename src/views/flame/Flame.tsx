// The flame view: the call tree as boxes, each as wide as its time, below its tools.
import { useCallback } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  type CallTree,
  type Direction,
  functionOf,
} from '../../../workers/core/reports/call-tree/tree-node.ts'
import { nodeName } from '../../../workers/core/reports/call-tree/tree-text.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { shortenName } from '../../../workers/core/names/shorten-name.ts'
import { resolveSelection, useSelected } from '../../state/selectors.ts'
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
      <FlameTools opened={opened} tree={tree} direction={direction} />
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

/** Characters of a name in the tools. */
const MOST_IN_TOOLS = 24

function FlameTools({
  opened,
  tree,
  direction,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree | null
  readonly direction: Direction
}) {
  const selected = useSelected(opened)
  const { functions } = opened.analyzed.profile
  const name = tree ? nodeName(tree, tree.root) : ''
  const other = tree && selected !== null && selected !== functionOf(tree.root) ? selected : null
  return (
    <div className={`${table.tools} ${styles.tools}`}>
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
      {tree && (
        <h2 className={styles.title}>
          <span className={styles.of}>of </span>
          <code title={name}>{shortenName(name, 2 * MOST_IN_TOOLS)}</code>
        </h2>
      )}
      {other !== null && (
        <button
          type="button"
          className={controls.quiet}
          title="Set the selected function as root (r)"
          onClick={() => rootFlameAt(opened, other)}
        >
          <span className={styles.other}>
            Root: {shortenName(displayName(functions, other), MOST_IN_TOOLS)}
          </span>
        </button>
      )}
    </div>
  )
}
