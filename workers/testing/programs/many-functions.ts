// C source with thousands of functions that call one another: trees, long chains, rings, and many without callers.
import { randomFrom } from '../random/random.ts'

const PREFIXES = ['load', 'scan', 'mark', 'join', '_keep'] as const
const name = (at: number): string => `${PREFIXES[at % PREFIXES.length] ?? ''}_${at}`

export function manyFunctions(count: number): string {
  const random = randomFrom(count)
  const lines = ['static volatile unsigned long spent;', 'static int left = 400000;', '']
  for (let at = 0; at < count; at++)
    lines.push(`${at % 3 === 0 ? 'static ' : ''}void ${name(at)}(int depth);`)
  lines.push('')
  for (let at = 0; at < count; at++) {
    const calls: number[] = []
    if (2 * at + 2 < count && at % 7 !== 3) calls.push(2 * at + 1, 2 * at + 2)
    if (random.chance(0.2)) calls.push(random.below(count))
    if (random.chance(0.05)) calls.push(at)
    const cost = random.pick([100, 400, 400, 1600])
    lines.push(
      `${at % 3 === 0 ? 'static ' : ''}void ${name(at)}(int depth) {`,
      `  for (int step = 0; step < ${cost}; step++) spent = (spent ^ step) * 2654435761ul;`,
      ...(calls.length > 0 ? ['  if (depth <= 0 || left-- <= 0) return;'] : ['  (void)depth;']),
      ...calls.map((callee) => `  ${name(callee)}(depth - 1);`),
      '}',
    )
  }
  lines.push('int main(void) {')
  lines.push('  for (int round = 0; round < 40; round++) {')
  lines.push(`    left = 20000;`)
  for (let at = 0; at < count; at += Math.ceil(count / 60)) lines.push(`    ${name(at)}(14);`)
  lines.push('  }', '  return 0;', '}', '')
  return lines.join('\n')
}
