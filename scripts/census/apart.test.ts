// Files whose exports have nothing to do with one another, each with its reason.
import { describe, expect, it } from 'vitest'
import { isTest } from '../layer-rules.ts'
import { APART } from './apart-reasons.ts'
import { findApartExports } from './apart.ts'
import { readHouse } from './house.ts'

const groupsOf = (...lines: readonly string[]) =>
  findApartExports([{ path: 'src/a.ts', text: lines.join('\n') }]).flatMap(({ groups }) => groups)

describe('exports of a file', () => {
  it('fall apart without a reference between them', () => {
    expect(
      groupsOf('export const a = () => 1', 'export function b() {}', 'export const c = () => a()'),
    ).toEqual([['a', 'c'], ['b']])
  })

  it.each([
    ['what is not exported', 'const c = 1', 'export const a = () => c', 'export const b = () => c'],
    ['types', 'export interface A {}', 'export const b = (a: A) => a'],
    [
      'what few files import',
      "import { c } from './c.ts'",
      'export const a = () => c',
      'export const b = () => c',
    ],
  ])('are joined by %s', (_, ...lines) => {
    expect(groupsOf(...lines)).toEqual([])
  })

  it('are not joined by a package or by a property of the same name', () => {
    expect(
      groupsOf("import { c } from 'c'", 'export const a = () => c', 'export const b = () => c.a'),
    ).toHaveLength(2)
  })

  it('do not count as apart for a fixed value', () => {
    expect(groupsOf('export const MOST = 1', 'export const a = () => 2')).toEqual([])
  })
})

it('each file with exports apart has a reason, and each reason such a file', () => {
  const product = readHouse().filter(({ path }) => !isTest(path))
  const found = findApartExports(product).map(({ path }) => path)
  const listed = Object.values(APART).flat()
  expect({
    'without a reason': found.filter((path) => !listed.includes(path)),
    'no longer apart': listed.filter((path) => !found.includes(path)),
  }).toEqual({ 'without a reason': [], 'no longer apart': [] })
})
