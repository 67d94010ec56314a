// The code that notes which functions run.
import { describe, expect, it } from 'vitest'
import { noteRunsOf } from './note-runs.ts'

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
