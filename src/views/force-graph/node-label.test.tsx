// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FIGURES_SIZE, FONT_SIZE, type SceneNode } from './scene.ts'
import { BoxLabel, NodeLabel } from './node-label.tsx'
import type { NodeState } from './node-mark.tsx'

const LABEL = { text: '__profile_frequency', withFigures: 120, withAside: 120, alone: 120 }
const NODE: SceneNode = {
  name: '__profile_frequency',
  label: LABEL,
  short: '',
  brief: LABEL,
  figures: '8.9% · self 8.9%',
  total: '8.9%',
  self: 'self 8.9%',
  was: undefined,
  least: 0.089,
  most: 0.089,
  radius: 8,
  certainRadius: 8,
  innerRadius: 8,
  halfWidth: 8,
  halfHeight: 8,
  aside: '',
}
const PLAIN: NodeState = {
  isSelected: false,
  isPinned: false,
  isFound: false,
  isFaint: false,
  isActive: false,
  isDescribed: false,
}

function texts(anchor: 'start' | 'end' | 'middle', state: Partial<NodeState> = {}, node = NODE) {
  const { container } = render(
    <svg>
      <NodeLabel
        node={node}
        place={{ x: 100, y: 50, anchor }}
        colour={undefined}
        scale={1}
        hasFigures
        state={{ ...PLAIN, ...state }}
      />
    </svg>,
  )
  const places = [...container.querySelectorAll('text')].map((text) => ({
    x: Number(text.getAttribute('x')),
    y: Number(text.getAttribute('y')),
  }))
  const [figures, name] = places
  if (!figures || !name) throw new Error('Two lines were to be drawn.')
  return { figures, name }
}

describe("a function's label", () => {
  it('has its figures below the paper that is painted behind its name', () => {
    const { figures, name } = texts('start')
    // An underscore ends 0.24 em below the line; the background of the name (drawing.module.css)
    // 0.18 em further down.
    const endOfPaper = name.y + 0.42 * FONT_SIZE
    const headOfFigures = figures.y - 0.76 * FIGURES_SIZE
    expect(headOfFigures).toBeGreaterThan(endOfPaper)
  })

  it('leaves room for the rings around a closed cycle', () => {
    expect(texts('start', {}, { ...NODE, short: 'cycle 1' }).name.x).toBeGreaterThan(100)
  })

  it('leaves room for the ring around a selected or found mark, on whichever side it stands', () => {
    for (const state of [{ isSelected: true }, { isFound: true }]) {
      expect(texts('start', state).name.x).toBeGreaterThan(100)
      expect(texts('end', state).name.x).toBeLessThan(100)
      expect(texts('middle', state).name.x).toBe(100)
    }
    expect(texts('start').name.x).toBe(100)
  })
})

it('in a box keeps what it differs in, and its own name', () => {
  const label = { ...LABEL, text: '…<2, AcousticsCoordinate>::refine' }
  const { container } = render(
    <svg>
      <BoxLabel
        node={{ ...NODE, label, halfWidth: 120, halfHeight: 19 }}
        x={0}
        y={0}
        level={{ scale: 1.5, hasFigures: false }}
        state={PLAIN}
      />
    </svg>,
  )
  expect(container.textContent).toContain('…<2, Acous…refine')
})
