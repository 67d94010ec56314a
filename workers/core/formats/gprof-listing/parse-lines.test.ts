import { expect, it } from 'vitest'
import { parseIndexLine } from './parse-lines.ts'

it('an index item ends with its name, also where a byte of its last letter would be a blank elsewhere', () => {
  const items = parseIndexLine('   [2] main                    [3] voil\xc3\xa0')
  expect(items.map(({ text }) => text)).toEqual(['main', 'voil\xc3\xa0'])
})
