// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BreakableName } from './BreakableName.tsx'

const broken = (name: string) => {
  const { container } = render(<BreakableName name={name} />)
  expect(container.textContent).toBe(name)
  const parts = [...container.childNodes].map((node) => (node.nodeName === 'WBR' ? '|' : node.textContent))
  return parts.join('')
}

it('may be broken where its parts meet, and reads as before', () => {
  expect(broken('std::map<int, std::less<int>>::find(int const&)')).toBe(
    'std::|map<|int, std::|less<|int>>::|find(|int const&)',
  )
})

it('a word too long for a line may be broken between the words that it is made of, and no other is', () => {
  expect(broken('__ocean_circulation_mod_MOD_exchange_halo')).toBe(
    '__ocean_|circulation_|mod_|MOD_|exchange_|halo',
  )
  expect(broken('BoundaryConditionApplicator::apply_all')).toBe('Boundary|Condition|Applicator::|apply_all')
  expect(broken('exchange_halo')).toBe('exchange_halo')
})
