// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BreakableName } from './BreakableName.tsx'

it('may be broken where its parts meet, and reads as before', () => {
  const name = 'std::map<int, std::less<int>>::find(int const&)'
  const { container } = render(<BreakableName name={name} />)
  expect(container.textContent).toBe(name)
  const parts = [...container.childNodes].map((node) => (node.nodeName === 'WBR' ? '|' : node.textContent))
  expect(parts.join('')).toBe('std::|map<|int, std::|less<|int>>::|find(|int const&)')
})
