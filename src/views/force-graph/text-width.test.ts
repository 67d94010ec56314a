import { expect, it } from 'vitest'
import { textWidth } from './text-width.ts'

it('grows with the text', () => {
  expect(textWidth('', 13)).toBe(0)
  expect(textWidth('WWW', 13)).toBeGreaterThan(textWidth('iii', 13))
})
