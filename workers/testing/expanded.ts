// What archives come to, in words; and two members to put in them.
import { expandArchives } from '../core/archives/expand.ts'
import { UnpackBudget } from '../core/archives/archive.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const A = { name: 'run/gmon.out', content: bytes('gmon…') }
export const B = { name: 'bin/prog', content: bytes('program '.repeat(20_000)) }

/** "name (archive): content" or the problem's code, one for each file. */
export async function expanded(source: ByteSource, limit?: number): Promise<string[]> {
  const budget = limit === undefined ? undefined : new UnpackBudget(limit)
  const found = await expandArchives([source], budget)
  return Promise.all(
    found.map(async ({ source: one, archive, problem }) => {
      if (problem) return `${one.name}: ${problem.code}`
      try {
        const content = await one.read(0, one.size)
        return `${one.name}${archive === null ? '' : ` (${archive.name})`}: ${new TextDecoder().decode(content.subarray(0, 40))}`
      } catch (error) {
        if (error instanceof ProblemError) return `${one.name}: ${error.problem.code}`
        throw error
      }
    }),
  )
}
