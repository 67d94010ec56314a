// Limits on the memory of readable names.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { readableIn, ReadableNames } from './readable-names.ts'
import { readableText } from './names.ts'

/**
 * A function with `types` arguments, each a type made of the previous one, twice: its demangled
 * name doubles with each.
 */
function doubling(types: number): string {
  const later = Array.from({ length: types - 1 }, (_, at) => {
    const before = `S${at.toString(36).toUpperCase()}_`
    return `S_I${before}${before}E`
  })
  return `_Z1f1AIiiE${later.join('')}`
}

it('keeps no more of a name than the program’s size allows; on the screen it is whole', () => {
  const { functions } = profileFromText(`main -> ${doubling(13)} 1`)
  const f = 1 as FunctionIndex
  const whole = readableText(functions, f)
  expect(whole.length).toBeGreaterThan(100_000)
  const readable = new ReadableNames(functions)
  readable.prepare(functions.length)
  const [slice] = readable.together()
  const kept = slice ? readableIn(slice, slice.functions.indexOf(f), functions) : ''
  expect(kept.length).toBeLessThan(3000)
  expect(whole.startsWith(kept)).toBe(true)
  expect(kept).toMatch(/^f\(A<int, int>, A</)
})
