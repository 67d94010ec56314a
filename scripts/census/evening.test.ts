// The evening's reading stays short: few files, few lines, few things to know besides.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countEvening, listedFiles } from './evening.ts'

const read = (path: string): string => readFileSync(path, 'utf8')

describe('a list of files', () => {
  const texts: Readonly<Record<string, string>> = {
    'a.ts': "// Computes S_i.\nimport { b } from './b.ts'\nimport type { C } from './c.ts'\n",
    'b.ts': "/**\n * What T_j ×\n * C(i→j) is.\n */\nimport type { C } from './c.ts'\n",
    'c.ts': 'one\ntwo\n',
  }
  const list = [
    { path: 'a.ts', symbols: ['S_i', 'S_j'] },
    { path: 'b.ts', symbols: ['T_j × C(i→j)', 'C(i)'] },
  ]

  it('has its own lines, those of the files that it imports, and the symbols that it does not name', () => {
    expect(countEvening(list, (path) => texts[path] ?? '')).toEqual({
      files: 2,
      lines: 8,
      imported: ['c.ts: 2'],
      importedLines: 2,
      unnamed: ['a.ts: S_j', 'b.ts: C(i)'],
    })
  })

  it('is the first table of the page, in order', () => {
    const page =
      '# Page\n\n## List\n\n| `b.ts` | x | `k`, `C(k)` |\n| `a.ts` | y | `i` |\n\n## Next\n\n| `c.ts` | z | `j` |\n'
    expect(listedFiles(page)).toEqual([
      { path: 'b.ts', symbols: ['k', 'C(k)'] },
      { path: 'a.ts', symbols: ['i'] },
    ])
  })
})

it("the evening's reading is at most 15 files and 4,000 lines, imports 800 more, and names its symbols", () => {
  const list = listedFiles(read('docs/architecture.md'))
  const { files, lines, importedLines, unnamed } = countEvening(list, read)
  expect(files).toBeGreaterThan(10)
  expect(files).toBeLessThanOrEqual(15)
  expect(lines).toBeLessThanOrEqual(4000)
  expect(importedLines).toBeLessThanOrEqual(800)
  expect(unnamed).toEqual([])
})
