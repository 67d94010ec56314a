// No export is unused: a module's exports are what a reader has to know about it.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findUnusedExports } from './unused-exports.ts'

const ROOT = new URL('..', import.meta.url)

const textAt = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

function sourcesIn(...folders: readonly string[]): readonly (readonly [path: string, text: string])[] {
  return (
    folders
      .flatMap((folder) =>
        readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${name}`,
        ),
      )
      // Files that must not compile are only for the compiler.
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith('.types.ts'))
      .map((path) => [path, textAt(path)])
  )
}

describe('values that are exported', () => {
  it('are each named in another file', () => {
    const files = new Map(sourcesIn('workers', 'src', 'scripts', 'e2e'))
    expect(files.size).toBeGreaterThan(700)
    const others = ['vite.config.ts', 'playwright.config.ts'].map(textAt)
    expect(findUnusedExports(files, others)).toEqual([])
  })

  it('reports unused functions, constants and classes', () => {
    const files = new Map([
      ['a.ts', 'export function used() {}\nexport async function alone() {}\nexport interface Shape {}\n'],
      ['b.ts', "import { used } from './a.ts'\nexport const NOBODY = used()\nexport class Test {}\n"],
    ])
    expect(findUnusedExports(files, ["import { Test } from './b.ts'"])).toEqual([
      'a.ts: alone',
      'b.ts: NOBODY',
    ])
  })
})
