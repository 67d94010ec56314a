// The graph's figure: one drawing, zoomed, with overlays above it.
import { type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { middleOf, shapeAt } from './arc-shapes.ts'
import { ArcFocus } from './ArcFocus.tsx'
import { Drawing } from './Drawing.tsx'
import { menuOfArc } from './menu-of-arc.ts'
import { useMarkedNodes } from './use-marked-nodes.ts'
import type { Drawn } from './use-layout.ts'
import type { OpenStub } from './params.ts'
import type { RestProps } from './RestNode.tsx'
import { useCycleSwitch } from './use-cycle-switch.ts'
import type { Pins } from './positions.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useArcWalk } from './use-arc-walk.ts'
import { useChosenArc } from './use-chosen-arc.ts'
import { useGestures } from './use-gestures.ts'
import { usePicture } from './use-picture.ts'
import { usePointing } from './use-pointing.ts'
import type { FigureHandle } from './use-fit.ts'
import type { Size } from './zoom-targets.ts'
import styles from './force-graph.module.css'

// Not needed for the first drawing, so it loads separately.
const Overlays = lazyPart(async () => (await import('./Overlays.tsx')).Overlays).Component

/** With this many functions, labels are hidden during a move. */
const CROWD = 100

/** Props of the figure. */
export interface GraphFigureProps {
  readonly opened: ProfileView
  readonly drawn: Drawn
  readonly pins: Pins
  readonly onPins: (change: (before: Pins) => Pins) => void
  readonly size: Size
  readonly handle: RefObject<FigureHandle | null>
  /** Whether the button that closes them takes a corner. */
  readonly hasOpenStubs: boolean
  readonly onOpen: (side: OpenStub['side'], node: number) => void
  readonly rest: RestProps
}

export function GraphFigure(props: GraphFigureProps) {
  const { opened, drawn, pins, onPins, size, handle, hasOpenStubs, onOpen, rest } = props
  const { scene } = drawn
  const { nodeLink } = scene
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)
  const picture = usePicture(svg, drawn, pins, size, handle, hasOpenStubs)
  const { positions, resting, zoomed, level, frame, hasCounts } = picture
  const { transform, isMoving } = zoomed
  const pointing = usePointing(scene, svg)
  const { pointed, tipTarget } = pointing
  const marked = useMarkedNodes(opened, scene, pointed?.kind === 'arc' ? pointed.index : null)
  const { emphasis, selected, active, cycles } = marked
  const { refer, focusNode } = useNodeElements()
  const onCycle = useCycleSwitch(opened, scene, focusNode)
  const arcChoice = useChosenArc(scene)
  const { chosen, choose, forget } = arcChoice
  const arcWalk = useArcWalk(scene, focusNode, (index) =>
    choose(index, picture.onScreen(middleOf(scene, positions, index))),
  )
  const { walked } = arcWalk
  const gestures = useGestures({
    svg,
    size,
    nodeLink,
    picture,
    pointing,
    marked,
    arcChoice,
    arcWalk,
    focusNode,
    onPins,
    onCycle,
  })

  return (
    <>
      {/* Role `application`: arrow keys are the drawing's own, and its buttons share these
          handlers. */}
      <svg
        ref={setSvg}
        className={styles.picture}
        role="application"
        aria-label="Graph"
        data-moving={isMoving ? (nodeLink.nodes.length > CROWD ? 'crowd' : 'few') : undefined}
        {...gestures}
      >
        <g
          className={styles.moved}
          style={{ transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})` }}
        >
          <Drawing
            {...{ scene, positions, level, frame, hasCounts, emphasis, selected, active, pins }}
            described={tipTarget?.kind === 'node' ? tipTarget.index : null}
            {...{ refer, onOpen, cycles, onCycle, rest }}
          />
          {walked && (
            <ArcFocus
              label={walked.label}
              menu={menuOfArc(nodeLink, walked.arc)}
              shape={shapeAt(scene, positions, walked.index)}
              onKey={arcWalk.onKey}
              onBlur={arcWalk.end}
            />
          )}
        </g>
        {/* Blocks pointer events during a move. Set on the drawing itself, the style would be
            inherited and recalculated by every element. */}
        {isMoving && <rect width="100%" height="100%" fill="transparent" />}
      </svg>
      <Suspense>
        <Overlays
          {...{ svg, opened, scene, resting, size, zoomed, tipTarget, chosen }}
          onClose={() => {
            forget()
            focusNode(active)
          }}
        />
      </Suspense>
    </>
  )
}

function useNodeElements() {
  const elements = useRef(new Map<number, SVGGElement>())
  const refer = useCallback((node: number, element: SVGGElement | null) => {
    if (element) elements.current.set(node, element)
    else elements.current.delete(node)
  }, [])
  const focusNode = (node: number): void => elements.current.get(node)?.focus({ preventScroll: true })
  return { refer, focusNode }
}
