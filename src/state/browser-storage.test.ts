// @vitest-environment happy-dom
// Texts in the browser's storage: stored, removed, and unavailable.
import { afterEach, expect, it, vi } from 'vitest'
import { readText, storeText } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

it('returns what was stored until it is removed', () => {
  expect(storeText('sessionStorage', 'key', 'text')).toBe(true)
  expect(readText('sessionStorage', 'key')).toBe('text')
  expect(readText('localStorage', 'key')).toBeNull()
  expect(storeText('sessionStorage', 'key', null)).toBe(true)
  expect(readText('sessionStorage', 'key')).toBeNull()
})

it('says that there is no storage where the browser denies it', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(readText('localStorage', 'key')).toBeUndefined()
  expect(storeText('localStorage', 'key', 'text')).toBe(false)
})
