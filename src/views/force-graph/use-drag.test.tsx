// @vitest-environment happy-dom
// A node that is dragged while another drawing comes.
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PointerEvent } from 'react'
import type { Place } from './positions.ts'
import { useDrag } from './use-drag.ts'

it('drags what was pressed, though another drawing numbers its nodes otherwise meanwhile', () => {
  const moved = vi.fn<(held: string, place: Place) => void>()
  const { result, rerender } = renderHook(
    ({ names }: { readonly names: readonly string[] }) =>
      useDrag(
        (at) => names[at],
        () => ({ x: 0, y: 0 }),
        1,
        moved,
      ),
    { initialProps: { names: ['a', 'b'] } },
  )
  const target = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  target.dataset['node'] = '1'
  const at = (clientX: number) =>
    ({
      target,
      currentTarget: { setPointerCapture: () => undefined },
      button: 0,
      isPrimary: true,
      pointerId: 1,
      clientX,
      clientY: 0,
    }) as unknown as PointerEvent<SVGSVGElement>
  result.current.onPointerDown(at(0))
  rerender({ names: ['b', 'a'] })
  result.current.onPointerMove(at(50))
  expect(moved.mock.calls).toEqual([['b', { x: 50, y: 0 }]])
})
