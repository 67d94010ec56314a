// The geometry of a drawing: arcs, hulls and badges first, then the labels and counts that there is room for between them.
import { useMemo } from 'react'
import { arcShapes } from './arc-paths.ts'
import { clearSides } from './clear-sides.ts'
import { placeCounts } from './count-places.ts'
import type { DrawingProps } from './drawing-props.ts'
import { hullShape } from './Hull.tsx'
import { marksOf, placeLabels } from './label-level.ts'
import { badgeBox, placeStubs, roomBeside } from './stub-places.ts'

export function useShapes({
  scene,
  style,
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
    () => nodeLink.cycles.map((cycle) => hullShape(scene, positions, cycle, shapes, level, style)),
    [nodeLink, scene, positions, shapes, level, style],
  )
  const stubs = useMemo(() => placeStubs(scene, style, positions, level), [scene, style, positions, level])
  const sides = useMemo(() => clearSides(scene, style, positions, shapes), [scene, style, positions, shapes])
  const labelled = useMemo(() => {
    const wanted = new Set(near?.nodes)
    if (selected !== null) wanted.add(selected)
    const occupied = hulls.map(({ labelBox }) => labelBox)
    if (style === 'layered' && level.hasFigures) occupied.push(...roomBeside(scene, positions, level))
    return placeLabels(scene, positions, level, wanted, { occupied, frame, sides })
  }, [scene, style, positions, level, selected, near, hulls, frame, sides])
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
