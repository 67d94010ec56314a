import { expect, it } from 'vitest'
import { styleName } from './style-names.ts'

it('names a class for its file, and no two files alike', () => {
  expect(styleName('list', '/src/app/header.module.css')).toBe('header-list')
  expect(styleName('name', '/src/app/header.module.css?inline')).toBe('header-name')
  expect(() => styleName('list', '/src/views/header.module.css')).toThrow('would have the same names')
})
