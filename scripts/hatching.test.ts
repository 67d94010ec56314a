// Firefox omits most stripes of a repeating gradient with a colour made by `color-mix`, so that
// estimated time looks like a lower bound.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const rules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => readFileSync(SOURCES + path, 'utf8'))
  .join('\n')

/** Returns the custom properties that use `color-mix`, directly or indirectly. */
function mixed(): ReadonlySet<string> {
  const all = [...rules.matchAll(/(--[\w-]+):([^;]*);/g)]
  const found = new Set<string>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const [, name = '', value = ''] of all) if (isMixed(value, found)) found.add(name)
  }
  return found
}

function isMixed(value: string, known: ReadonlySet<string>): boolean {
  const used = [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)
  return value.includes('color-mix(') || used.some((name) => known.has(name))
}

/** Returns the arguments of each repeating gradient. */
function repeatingGradients(): readonly string[] {
  return rules
    .split('repeating-linear-gradient(')
    .slice(1)
    .map((rest) => {
      let depth = 1
      let end = 0
      for (; depth > 0; end++) depth += rest[end] === '(' ? 1 : rest[end] === ')' ? -1 : 0
      return rest.slice(0, end)
    })
}

it('no stripes are mixed', () => {
  const known = mixed()
  expect(known.size).toBeGreaterThan(3)
  const gradients = repeatingGradients()
  expect(gradients.length).toBeGreaterThan(3)
  expect(gradients.filter((gradient) => isMixed(gradient, known))).toEqual([])
})
