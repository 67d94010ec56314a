// Fitting shows everything: nothing is below the zoom buttons in their corner.
import { finish } from '../../../workers/core/base/yielder.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CHOICE } from '../../../workers/core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { buildScene } from './scene.ts'
import type { Positions } from './positions.ts'
import { fitTo } from './fit.ts'

const SIZE = { width: 900, height: 600 }
const CORNER = { left: SIZE.width - 100, bottom: 36 }

function placed(text: string, places: Readonly<Record<string, readonly [x: number, y: number]>>) {
  const { analyzed } = openedFromText(text)
  const scene = buildScene(analyzed, finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0 })))
  const at = scene.nodes.map(({ name }) => places[name] ?? ([0, 0] as const))
  const positions: Positions = {
    x: Float64Array.from(at, ([x]) => x),
    y: Float64Array.from(at, ([, y]) => y),
    bow: new Float64Array(scene.nodeLink.arcs.length),
    layout: null,
  }
  const { transform, frame } = fitTo(scene, positions, SIZE)
  const onScreen = at.map(([x, y]) => transform.apply([x, y]))
  return { transform, frame, onScreen }
}

describe('the drawing is fitted', () => {
  it('below the zoom buttons, where something would lie under them', () => {
    const corners = { m: [1400, 1000], a: [2800, 0], b: [0, 2000], c: [2800, 2000] } as const
    const { onScreen, frame, transform } = placed('m 1; a 5; b 5; c 5; m -> a 1; m -> b 1; m -> c 1', corners)
    expect(onScreen.filter(([x, y]) => x > CORNER.left && y < CORNER.bottom)).toEqual([])
    expect(transform.applyY(frame.top)).toBeGreaterThanOrEqual(CORNER.bottom)
  })

  it('into all of the figure, where nothing would', () => {
    const middle = { m: [1600, 0], a: [0, 2000], b: [1600, 2000], c: [2800, 2000] } as const
    const { frame, transform } = placed('m 1; a 5; b 5; c 5; m -> a 1; m -> b 1; m -> c 1', middle)
    expect(transform.applyY(frame.top)).toBeLessThan(CORNER.bottom)
  })
})
