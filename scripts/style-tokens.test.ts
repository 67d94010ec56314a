// Sizes and weights of type, and gaps, are tokens of src/app/theme.css.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const theme = readFileSync(`${SOURCES}app/theme.css`, 'utf8')
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.module.css'),
)

/** Pixels from which a length is a position, such as the indent below a column. */
const POSITION = 41

/** Returns "file: property: value" for each declaration of the style sheets of which `isRaw` is true. */
function findRaw(property: RegExp, isRaw: (value: string) => boolean): readonly string[] {
  return files.flatMap((file) =>
    [...readFileSync(SOURCES + file, 'utf8').matchAll(/^\s*([\w-]+):\s*([^;]+);/gm)]
      .filter(([, name = '', value = '']) => property.test(name) && isRaw(value))
      .map(([, name, value]) => `${file}: ${name}: ${value}`),
  )
}

/** `calc()`, `clamp()`, `min()` and `max()` are geometry. */
const isRawGap = (value: string): boolean =>
  !/calc|clamp|min|max/.test(value) &&
  [...value.matchAll(/(-?[\d.]+)px/g)].some(([, length]) => {
    const pixels = Math.abs(Number(length))
    return pixels > 1 && pixels < POSITION
  })

it('type has the four sizes and two weights of the theme', () => {
  expect(theme.match(/--size[\w-]*: /g)).toHaveLength(4)
  expect(theme.match(/--(regular|strong): /g)).toHaveLength(2)
  const isToken = /^(var\(--size[\w-]*\)|inherit)$/
  expect(findRaw(/^font-size$/, (value) => !isToken.test(value))).toEqual([])
  expect(findRaw(/^font-weight$/, (value) => !/^(var\(--(regular|strong)\)|inherit)$/.test(value))).toEqual(
    [],
  )
  const isFont = /^(inherit|(var\(--strong\) )?var\(--size[\w-]*\)(\/[\w.]+)? var\(--(font|mono)\))$/
  expect(findRaw(/^font$/, (value) => !isFont.test(value))).toEqual([])
})

it('gaps, paddings and margins are steps of the scale', () => {
  expect(theme.match(/--space-\d: /g)).toHaveLength(8)
  expect(findRaw(/^((row-|column-)?gap|(padding|margin)(-[\w-]+)?)$/, isRawGap)).toEqual([])
})
