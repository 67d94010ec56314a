// Comparing names by their bytes yields the collator's order.
import { expect, test } from 'vitest'
import { stringTableOf } from '../base/string-table.ts'
import type { FunctionTable } from '../profile/call-graph-profile.ts'
import { nameComparison } from './name-comparison.ts'
import { ReadableNames } from './readable-names.ts'

const { compare } = new Intl.Collator('en', { numeric: true })

function comparisonOf(names: readonly string[]): (left: number, right: number) => number {
  const table = stringTableOf(
    names.map((name) =>
      Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join(''),
    ),
  )
  const functions = { length: names.length, names: table } as unknown as FunctionTable
  const readable = new ReadableNames(functions)
  readable.prepare(Infinity)
  return nameComparison(functions, readable)
}

const VISIBLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
const ALPHABETS = [VISIBLE, 'aAbB', '019', 'a0A1 ', '_-:~<>()*&', 'aä9Ä\t', 'fF10_:']

test.each(ALPHABETS)('of %j', (alphabet) => {
  let state = 12345
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
  const names = Array.from({ length: 300 }, () =>
    Array.from({ length: next(9) }, () => alphabet[next(alphabet.length)] ?? '').join(''),
  )
  const ours = comparisonOf(names)
  for (let left = 0; left < names.length; left++) {
    for (let right = 0; right < names.length; right++) {
      const theirs = compare(names[left] ?? '', names[right] ?? '')
      if (Math.sign(ours(left, right)) !== Math.sign(theirs)) {
        expect.fail(`${JSON.stringify(names[left])} and ${JSON.stringify(names[right])}: ${theirs}`)
      }
    }
  }
})

test('of numbers of any length', () => {
  const long = '1'.repeat(300)
  const names = [
    `f${long}`,
    `f${long}0`,
    `f${'1'.repeat(254)}`,
    `f${'2'.repeat(254)}`,
    'f00',
    'f0',
    'f007x',
    'f7y',
    'f',
  ]
  const ours = comparisonOf(names)
  const order = names.map((_, at) => at)
  expect(order.toSorted(ours)).toEqual(
    order.toSorted((left, right) => compare(names[left] ?? '', names[right] ?? '')),
  )
})

test('of names longer than a call takes arguments', () => {
  const names = ['\u00e9', 'a'.repeat(300_000), 'b']
  const order = [0, 1, 2].toSorted(comparisonOf(names))
  expect(order.map((at) => names[at]?.slice(0, 1))).toEqual(['a', 'b', '\u00e9'])
})
