// The place of the node for what is not drawn.
import { finish } from '../../../workers/core/base/yielder.ts'
import { expect, it } from 'vitest'
import { layoutGraph } from '../../../workers/core/graph-layout/force-layout.ts'
import { DEFAULT_CHOICE } from '../../../workers/core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { applyPins, boundsOf, NO_PINS } from './positions.ts'
import { restBox } from './rest-box.ts'
import { buildScene, layoutInputOf } from './scene.ts'

const many = Array.from({ length: 20 }, (_, i) => `k${i} ${i + 1}; main -> k${i} 1`).join(';')
const { analyzed } = openedFromText(`main 1; ${many}`)
const placed = (limit: number) => {
  const scene = buildScene(
    analyzed,
    finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0, limit })),
  )
  return { scene, positions: applyPins(layoutGraph(layoutInputOf(scene, 1.6)), scene.nodeLink, NO_PINS) }
}

it('is below all other nodes, and grows with the labels', () => {
  const { scene, positions } = placed(10)
  const box = restBox(scene, positions, 1)
  const all = boundsOf(scene, positions, [], [])
  expect(box?.top).toBeGreaterThan(all.bottom)
  expect(box?.right).toBeLessThanOrEqual(Math.max(all.right, (box?.left ?? 0) + 200))
  const larger = restBox(scene, positions, 2)
  const widthOf = (of: typeof box) => (of?.right ?? 0) - (of?.left ?? 0)
  expect(widthOf(larger)).toBeCloseTo(2 * widthOf(box))
})

it('is none where everything is drawn', () => {
  const { scene, positions } = placed(60)
  expect(restBox(scene, positions, 1)).toBeNull()
})
