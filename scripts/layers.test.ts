// The tree follows the import rules, and a tree that breaks them gets a report with file and line.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findReferences } from './imports.ts'
import { checkImports, findImportCycles, findLeaks, isTest, type SourceFile } from './layer-rules.ts'

const ROOT = new URL('..', import.meta.url)

const sources: readonly SourceFile[] = ['workers', 'src'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('workers/testing/golden/'))
    .map((path) => sourceFile(path, readFileSync(new URL(path, ROOT), 'utf8'))),
)

function sourceFile(path: string, text: string): SourceFile {
  return { path, references: findReferences(path, text) }
}

/** Returns the report on a tree of one file, without its place. */
function verdict(path: string, text: string): string {
  return checkImports([sourceFile(path, text)])
    .map((problem) => problem.slice(problem.indexOf(': ') + 2))
    .join('; ')
}

describe('the tree', () => {
  it('has sources to check', () => {
    expect(sources.length).toBeGreaterThan(20)
  })

  it('imports only downwards, and only what each part may see', () => {
    expect(checkImports(sources)).toEqual([])
  })

  it('has no import cycles, types counted', () => {
    expect(findImportCycles(sources.filter(({ path }) => !isTest(path)))).toEqual([])
  })

  it('keeps everything that reads files out of the page', () => {
    expect(findLeaks(sources, 'src/main.tsx')).toEqual([])
  })

  it('gives the core no globals but those of ECMAScript and platform.d.ts', () => {
    const base = compilerOptions('tsconfig.base.json')
    const core = compilerOptions('workers/core/tsconfig.json')
    expect({ ...base, ...core }).toMatchObject({ lib: ['ES2023'], types: [] })
    const widened = sources.filter(
      ({ path }) =>
        path.startsWith('workers/core/') &&
        !isTest(path) &&
        /\/\/\/\s*<reference/.test(readFileSync(new URL(path, ROOT), 'utf8')),
    )
    expect(widened.map(({ path }) => path)).toEqual([])
  })
})

describe('references', () => {
  it.each([
    ["import { a } from './x.ts'", 'static', false],
    ["import type { A } from './x.ts'", 'static', true],
    ["import { type A, type B } from './x.ts'", 'static', true],
    ["import { a, type B } from './x.ts'", 'static', false],
    ["import './x.ts'", 'static', false],
    ["export { a } from './x.ts'", 'static', false],
    ["export type { A } from './x.ts'", 'static', true],
    ["export * from './x.ts'", 'static', false],
    ["export type * from './x.ts'", 'static', true],
    ["let a: import('./x.ts').A", 'static', true],
    ["const a = () => import('./x.ts')", 'dynamic', false],
    ["new Worker(new URL('./x.ts', import.meta.url), { type: 'module' })", 'url', false],
    ["import X from './x.ts?worker&inline'", 'url', false],
  ] as const)('%s', (text, kind, typesOnly) => {
    expect(findReferences('a.ts', `// first line\n${text}\n`)).toEqual([
      { target: './x.ts', kind, typesOnly, line: 2 },
    ])
  })

  it('are not made by the place of a file that is no program', () => {
    expect(findReferences('a.ts', "new URL('./programs/a.c', import.meta.url)")).toEqual([])
  })

  it('are not found in comments, texts and regular expressions', () => {
    const text =
      "// import './a.ts'\nconst b = \"import './b.ts'\"\nconst c = /import '.\\/c.ts'/\nconst d = `import './d.ts'`"
    expect(findReferences('a.ts', text)).toEqual([])
  })
})

describe('a tree that breaks the rules', () => {
  it.each([
    ['upwards', 'workers/core/base/a.ts', "import type { A } from '../reports/b.ts'"],
    ['a neighbour', 'workers/core/formats/gmon/a.ts', "import { b } from '../elf/b.ts'"],
    ['another view', 'src/views/graph/a.ts', "import { b } from '../flat-profile/b.ts'"],
    ['state, from ui', 'src/ui/a.tsx', "import { b } from '../state/b.ts'"],
    [
      'a parser, from the page',
      'src/app/a.ts',
      "import type { A } from '../../workers/core/formats/format.ts'",
    ],
    [
      'a value of the analysis, from the page',
      'src/app/a.ts',
      "import { a } from '../../workers/core/analysis/b.ts'",
    ],
    ['a builder of tests', 'src/app/a.ts', "import { b } from '../../workers/testing/b.ts'"],
    ['a package, from the core', 'workers/core/base/a.ts', "import { b } from 'node:fs'"],
    [
      'the page, from a test of the workers',
      'workers/core/a.test.ts',
      "import { b } from '../../src/state/b.ts'",
    ],
    ['a computed import', 'src/app/a.ts', 'export const a = (b: string) => import(b)'],
    ['a worker, named elsewhere', 'src/app/a.ts', "new URL('../../workers/browser/b.ts', import.meta.url)"],
    ['nowhere', 'workers/core/extra/a.ts', 'export const a = 1'],
  ])('reports %s', (_, path, text) => {
    expect(verdict(path, text)).not.toBe('')
  })

  it('reports the file, the line, the import and the reason', () => {
    const file = sourceFile('workers/core/bytes/a.ts', "\nimport { b } from '../reports/text/b.ts'")
    expect(checkImports([file])).toEqual([
      'workers/core/bytes/a.ts:2 -> workers/core/reports/text/b.ts: workers/core/reports lies above workers/core/bytes',
    ])
  })

  it.each([
    ['workers/core/symbols/a.ts', "import { b } from './demangle/b.ts'"],
    ['workers/core/reports/a.ts', "import { b } from '../symbols/demangle/b.ts'"],
    ['workers/core/formats/registry.ts', "import { b } from './elf/read.ts'"],
    ['workers/api/client.ts', "new Worker(new URL('../browser/profile.worker.ts', import.meta.url))"],
    ['src/app/a.ts', "import type { A } from '../../workers/core/profile/tables.ts'"],
    ['src/app/a.ts', "import { demangle } from '../../workers/core/symbols/demangle/b.ts'"],
    ['src/views/graph/a.ts', "import { b } from '../view.ts'\nimport './graph.module.css'"],
    ['src/views/registry.ts', "const b = () => import('./graph/index.ts')"],
    ['src/app/a.test.ts', "import { b } from '../../workers/testing/b.ts'"],
  ])('allows %s: %s', (path, text) => {
    expect(verdict(path, text)).toBe('')
  })

  it('reports files that import each other, through types and import() too', () => {
    const ring = [
      sourceFile('src/app/a.ts', "import type { B } from './b.ts'"),
      sourceFile('src/app/b.ts', "export const b = () => import('./c.ts')"),
      sourceFile('src/app/c.ts', "export { a } from './a.ts'"),
      sourceFile('src/app/d.ts', "import { a } from './a.ts'"),
    ]
    expect(findImportCycles(ring)).toEqual([['src/app/a.ts', 'src/app/b.ts', 'src/app/c.ts']])
  })

  it('reports the chain by which a parser gets into the page', () => {
    const chain = [
      sourceFile('src/main.tsx', "import './app/a.ts'"),
      sourceFile('src/app/a.ts', "import { b } from '../../workers/core/reports/b.ts'"),
      sourceFile('workers/core/reports/b.ts', "import { c } from '../formats/format.ts'"),
    ]
    expect(findLeaks(chain, 'src/main.tsx')).toEqual([
      'src/main.tsx -> src/app/a.ts -> workers/core/reports/b.ts -> workers/core/formats/format.ts',
    ])
  })
})

function compilerOptions(path: string): object {
  const { compilerOptions: options }: { compilerOptions: object } = JSON.parse(
    readFileSync(new URL(path, ROOT), 'utf8'),
  )
  return options
}
