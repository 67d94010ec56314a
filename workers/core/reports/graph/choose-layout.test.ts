// Force for small and cyclic graphs, layers for the rest.
import { expect, it } from 'vitest'
import { chooseLayout } from './choose-layout.ts'
import type { DrawnArc } from './node-link.ts'

const arcs = (count: number, kind: DrawnArc['kind']): DrawnArc[] =>
  Array.from({ length: count }, () => ({ kind }) as DrawnArc)

it('chooses forces up to 26 arcs, and says why', () => {
  expect(chooseLayout({ arcs: arcs(26, 'ordinary') })).toEqual({
    style: 'force',
    reason: 'Force layout: few of 26 arcs cross.',
  })
  expect(chooseLayout({ arcs: arcs(27, 'ordinary') })).toEqual({
    style: 'layered',
    reason: 'Layered: by force, too many of 27 arcs would cross.',
  })
})

it('chooses forces for a cycle of many calls, which do not count', () => {
  expect(
    chooseLayout({ arcs: [...arcs(10, 'ordinary'), ...arcs(40, 'cycle'), ...arcs(5, 'self')] }).style,
  ).toBe('force')
})
