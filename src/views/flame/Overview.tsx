// The strip: the whole tree, small, with the part of it that is on screen. A press moves that part.
import { type PointerEvent, useMemo, useRef } from 'react'
import { type CallTree, isFunctionNode } from '../../../workers/core/reports/call-tree/tree-node.ts'
import { icicle, type Icicle } from '../../../workers/core/reports/call-tree/icicle.ts'
import { type Window, windowAround } from '../../../workers/core/reports/call-tree/icicle-window.ts'
import type { Grouped } from '../../../workers/core/reports/groups.ts'
import { groupColour } from '../../ui/group-colour.ts'
import styles from './flame.module.css'
import { rect, hueOfNode } from './flame-paths.ts'

const STRIP = 28
const MOST_STRIP_LEVEL = 4

export function Overview({
  tree,
  width,
  found,
  shown,
  onShow,
}: {
  readonly tree: CallTree
  readonly width: number
  readonly found: Uint8Array | null
  /** Part of the root that is on screen. */
  readonly shown: Window
  readonly onShow: (part: Window) => void
}) {
  const { profile } = tree.analyzed
  const drawing = useMemo(() => icicle(tree, tree.root, width), [tree, width])
  const paths = useMemo(() => stripPaths(profile, drawing, found), [profile, drawing, found])
  const isPressed = useRef(false)
  const showAt = (event: PointerEvent<HTMLElement>) => {
    const place = event.currentTarget.getBoundingClientRect()
    onShow(windowAround((event.clientX - place.left) / Math.max(1, width), shown.to - shown.from))
  }
  const isWhole = shown.to - shown.from > 0.999
  return (
    <div
      className={styles.strip}
      style={{ width, height: STRIP }}
      data-whole={isWhole}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (isWhole || event.button !== 0) return
        isPressed.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        showAt(event)
      }}
      onPointerMove={(event) => isPressed.current && showAt(event)}
      onPointerUp={() => (isPressed.current = false)}
      onPointerCancel={() => (isPressed.current = false)}
    >
      <svg width={width} height={STRIP}>
        {paths.fills.map(({ hue, path }) => (
          <path key={hue} d={path} className={styles.self} style={{ color: groupColour(hue) }} />
        ))}
        <path d={paths.found} className={styles.stripFound} />
        {!isWhole && (
          <>
            <path
              className={styles.outside}
              d={
                rect(0, 0, shown.from * width, STRIP) +
                rect(shown.to * width, 0, (1 - shown.to) * width, STRIP)
              }
            />
            <path
              className={styles.inside}
              d={rect(shown.from * width, 0.5, Math.max(2, (shown.to - shown.from) * width), STRIP - 1)}
            />
          </>
        )}
      </svg>
    </div>
  )
}

function stripPaths(profile: Grouped, { levels }: Icicle, found: Uint8Array | null) {
  const high = Math.min(MOST_STRIP_LEVEL, STRIP / Math.max(1, levels.length))
  const fills = new Map<number, string[]>()
  const matches: string[] = []
  for (const level of levels) {
    for (const { node, left, width, level: at } of level) {
      const hue = hueOfNode(profile, node)
      const path = rect(left, at * high, width, high)
      const known = fills.get(hue)
      if (known) known.push(path)
      else fills.set(hue, [path])
      if (isFunctionNode(node) && found?.[node.function] === 1)
        matches.push(rect(left, at * high, Math.max(1, width), high))
    }
  }
  return {
    fills: [...fills].map(([hue, rects]) => ({ hue, path: rects.join('') })),
    found: matches.join(''),
  }
}
