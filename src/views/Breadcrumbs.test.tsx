// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FunctionName } from '../state/url/url-state.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { trailTo } from './use-trail.ts'

const named = (name: string): FunctionName => ({ name, address: null })

describe('the path of roots', () => {
  it('grows by a root that is new, and goes back to one that it has', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(named)
    if (!a || !b || !c) throw new Error('no names')
    const path = [a, b, c].reduce(trailTo, [])
    expect(path).toEqual([a, b, c])
    expect(trailTo(path, named('c'))).toBe(path)
    expect(trailTo(path, named('a'))).toEqual([a])
    expect(trailTo(path, null)).toEqual([])
  })

  it('shows the first step and the last four, and names the others in a title', () => {
    const crumbs = 'abcdefgh'.split('').map((name) => ({ key: name, name, onGo: () => undefined }))
    const { container, rerender } = render(<Breadcrumbs crumbs={crumbs} />)
    expect([...container.querySelectorAll('li')].map((step) => step.textContent).join('')).toBe('a…efgh')
    expect(screen.getByTitle('b › c › d').textContent).toBe('…')
    expect(screen.getByRole('button', { current: true }).textContent).toBe('h')
    rerender(<Breadcrumbs crumbs={crumbs.slice(0, 1)} />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
