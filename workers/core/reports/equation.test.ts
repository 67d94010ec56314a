// An equation as plain text: symbols, sums, and fractions with their words.
import { expect, it } from 'vitest'
import { equationText } from './equation.ts'

it('has symbols with their indexes, and calls as pairs', () => {
  expect(
    equationText([
      { kind: 'symbol', letter: 'D', of: 'i' },
      { kind: 'sign', text: '=' },
      { kind: 'sum', over: 'j' },
      { kind: 'symbol', letter: 'T', of: 'j' },
      { kind: 'sign', text: '×' },
      {
        kind: 'fraction',
        part: [{ kind: 'symbol', letter: 'C', of: 'i→j' }],
        whole: [{ kind: 'symbol', letter: 'C', of: 'j' }],
        word: '÷',
      },
    ]),
  ).toBe('D_i = Σ_j T_j × C(i→j) ÷ C(j)')
})

it('has brackets around a part that is a sum, and none around one number', () => {
  const [one, two] = ['1 s', '2 s'].map((text) => ({ kind: 'number', text }) as const)
  const sum = [one, { kind: 'sign', text: '+' } as const, two]
  expect(equationText([{ kind: 'fraction', part: sum, whole: [two], word: 'of' }])).toBe('(1 s + 2 s) of 2 s')
  expect(equationText([{ kind: 'symbol', letter: 'T', of: '' }])).toBe('T')
})
