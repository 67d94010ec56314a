// The geometry of a drawing: arcs, hulls, badges first, then labels or counts that fit between them.
import { useMemo } from 'react'
import { arcShapes } from './arc-shapes.ts'
import { badgeBox, placeStubs } from './badges.ts'
import { clearSides } from './clear-sides.ts'
import { placeCounts } from './count-places.ts'
import { hullsByNode, hullShape } from './hull-shape.ts'
import { marksOf, placeLabels } from './labels.ts'
import type { DrawingProps } from './drawing-props.ts'

export function useShapes({
  scene,
  positions,
  level,
  frame,
  hasCounts,
  emphasis: { near, strongArcs },
  selected,
  active,
}: DrawingProps) {
  const { nodeLink } = scene
  const shapes = useMemo(() => arcShapes(scene, positions), [scene, positions])
  const hulls = useMemo(
    () => nodeLink.cycles.map((cycle) => hullShape(scene, positions, cycle, shapes, level)),
    [nodeLink, scene, positions, shapes, level],
  )
  const stubs = useMemo(() => placeStubs(scene, positions, level), [scene, positions, level])
  const sides = useMemo(() => clearSides(scene, positions, shapes), [scene, positions, shapes])
  const labelled = useMemo(() => {
    const wanted = new Set(near?.nodes)
    if (selected !== null) wanted.add(selected)
    const occupied = hulls.map(({ labelBox }) => labelBox)
    return placeLabels(scene, positions, level, wanted, {
      occupied,
      frame,
      sides,
      hulls: hullsByNode(scene, hulls),
    })
  }, [scene, positions, level, selected, near, hulls, frame, sides])
  const counts = useMemo(() => {
    const asked = near ? near.arcs : hasCounts ? new Set(nodeLink.arcs.keys()) : strongArcs
    const badges = stubs.flatMap((places, node) =>
      level.hasFigures || node === active || node === selected || near?.nodes.has(node)
        ? places.map((place) => badgeBox(place, level))
        : [],
    )
    const occupied = [...badges, ...hulls.map(({ labelBox }) => labelBox), ...marksOf(scene, positions)]
    return placeCounts(scene, labelled, shapes, asked, level, { occupied, frame })
  }, [
    scene,
    positions,
    stubs,
    hulls,
    nodeLink,
    frame,
    labelled,
    shapes,
    near,
    hasCounts,
    strongArcs,
    level,
    selected,
    active,
  ])
  return { shapes, hulls, stubs, labelled, counts }
}
