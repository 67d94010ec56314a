// The counts of `npm run census`, and the code that its build step adds to functions.
import { describe, expect, it } from 'vitest'
import { findReferences } from '../imports.ts'
import { countFiles, countLines, firstSentence } from './count.ts'
import { noteRunsOf } from './note-runs.ts'

const file = (path: string, text: string) => ({ path, text, references: findReferences(path, text) })

describe('the census', () => {
  it('counts files, lines, imports and importers of one folder', () => {
    const files = [
      file('src/main.ts', "import { a } from './a.ts'\nimport type { B } from '../workers/b.ts'\na()\n"),
      file('src/a.ts', "export const a = () => import('./late.ts')\n"),
      file('src/late.ts', '// line\n'.repeat(21)),
      file('workers/b.ts', 'export interface B {}\n'),
    ]
    expect(countFiles(files, 'src')).toEqual({
      files: 3,
      lines: 25,
      medianLines: 3,
      importsPer1000: 80,
      withOneImporter: 2,
      short: 2,
      dynamicTargets: 1,
      bannedPer10000: 0,
    })
    expect(countFiles(files, 'workers')).toMatchObject({ files: 1, withOneImporter: 1, dynamicTargets: 0 })
  })

  it('counts banned words among the words of comments', () => {
    const text = "// Tells one of ten words, which are all in comments,\nconst told = 'nobody'\n"
    expect(countFiles([file('src/a.ts', text)], 'src').bannedPer10000).toBe(1000)
  })

  it('counts a last line without its end', () => {
    expect([countLines(''), countLines('a\n'), countLines('a\nb')]).toEqual([1, 1, 2])
  })

  it.each([
    ['// Reads *.c files. And more.\nimport x', 'Reads *.c files.'],
    ['/// <reference lib="dom" />\n// Over\n// two lines: all\ncode', 'Over two lines: all'],
    ['import x\n/**\n * Opens a file.\n *\n * And closes it.\n */\n', 'Opens a file.'],
    ['const a = 1\n', ''],
  ])('takes the first sentence of %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })
})

describe('a function', () => {
  it.each([
    ['function f(a: number) { return a }', 'function f(a: number) {noteRun(); return a }'],
    ['const f = () => 1', 'const f = () => (noteRun(),1)'],
    ['const f = () => ({ a: 1 })', 'const f = () => ((noteRun(),{ a: 1 }))'],
    ['const f = () => () => 1', 'const f = () => (noteRun(),() => (noteRun(),1))'],
    ['class A { get b() { return 1 } }', 'class A { get b() {noteRun(); return 1 } }'],
    ['declare function f(): void', 'declare function f(): void'],
    ['const size = 3 * 4', 'const size = 3 * 4'],
  ])('notes that it runs: %s', (text, noted) => {
    expect(noteRunsOf('a.ts', text).split('\n').slice(1).join('\n')).toBe(noted)
  })
})
