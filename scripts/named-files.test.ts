// Files named in documents and comments exist.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT } from './child.mjs'
import { listFiles } from './hygiene.mjs'
import { findMissingFiles } from './named-files.ts'

describe('files that are named', () => {
  it('are there', () => {
    const paths = listFiles()
    const texts = new Map(
      paths
        .filter((path) => /\.(?:md|tsx?|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
        .map((path) => [path, readFileSync(`${ROOT}/${path}`, 'utf8')]),
    )
    expect(texts.size).toBeGreaterThan(500)
    expect(findMissingFiles(texts, paths)).toEqual([])
  })

  it('are reported if they do not exist', () => {
    const texts = new Map([
      [
        'docs/a.md',
        'See `base/csr.ts`, `../base/csr.ts`\nand `gone.ts`, `*.test.ts`; gone.ts is a word here.',
      ],
      ['b.ts', "import './gone.ts'\n// as csr.ts does, and gone.ts\nconst a = 1 // see core/gone.mjs"],
      ['c.ts', '/**\n * Rules: other/csr.ts.\n */'],
    ])
    expect(findMissingFiles(texts, ['core/base/csr.ts', 'docs/a.md'])).toEqual([
      'docs/a.md:2: gone.ts',
      'b.ts:2: gone.ts',
      'b.ts:3: core/gone.mjs',
      'c.ts:2: other/csr.ts',
    ])
  })
})
