// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Landing } from './Landing.tsx'

it('says in which folder a gmon.out is: where the program ran, not where it lies', () => {
  render(<Landing />)
  const words = screen.getByText(/^No gmon\.out\?/).textContent
  expect(words).toContain('into the current directory')
})
