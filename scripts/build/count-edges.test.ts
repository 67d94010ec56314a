// Branches are counted, and the code does what it did.
import { transformWithOxc } from 'vite'
import { beforeEach, expect, it } from 'vitest'
import { withEdges } from './count-edges.ts'

interface Counting {
  fuzzEdges?: Uint32Array
}

beforeEach(() => {
  delete (globalThis as Counting).fuzzEdges
})

async function taken(text: string, given: unknown): Promise<[result: unknown, counts: number[]]> {
  const { code, count } = withEdges('made.ts', text, 0)
  const { code: script } = await transformWithOxc(code, 'made.ts', { lang: 'ts' })
  const address = `data:text/javascript,${encodeURIComponent(`${script}; export default f`)}`
  const made = (await import(/* @vite-ignore */ address)) as { default: (x: unknown) => unknown }
  const result = made.default(given)
  const { fuzzEdges = [] } = globalThis as Counting
  return [result, Array.from(fuzzEdges).slice(0, count)]
}

it.each([
  ['function f(x) { if (x > 1) return 1; else if (x) return 2; return 3 }', 1, 2, 3],
  ['const f = (x) => x > 1 ? x && 5 : [x].map((y) => ({ y }))[0].y', 7, 5, 3],
  ['function f(x) { let n = 0; for (const y of x) n += y; while (n > 9) n--; return n }', [4, 8], 9, 3],
  ['function f(x) { switch (x) { case 1: case 2: return 8; default: return 9 } }', 2, 8, 2],
  ['function f(x) { try { throw x } catch { return x ?? 4 } }', null, 4, 3],
  ['const f = (x) => (y => z => (x ? y || z : null))(0)(6)', 1, 6, 5],
])('%s', async (text, given, expected, edges) => {
  const [result, counts] = await taken(text, given)
  expect(result).toBe(expected)
  expect(counts.filter((times) => times > 0)).toHaveLength(edges)
})
