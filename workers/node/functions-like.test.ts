// Patterns name functions by raw and readable names, with or without parameters.
import { expect, it } from 'vitest'
import { profileFromText } from '../testing/graph-text.ts'
import { UsageError } from './arguments.ts'
import { functionsLike } from './functions-like.ts'

const { functions } = profileFromText('main 1; _ZN4list4sortEi 2; _ZN4list4findEv 3')

it('finds whole names in code order, each once', () => {
  expect(functionsLike(functions, ['main'])).toEqual([0])
  expect(functionsLike(functions, ['list::sort'])).toEqual([1])
  expect(functionsLike(functions, ['list::sort(int)', '_ZN4list4sortEi'])).toEqual([1])
  expect(functionsLike(functions, ['list::*', 'm*'])).toEqual([1, 2, 0])
})

it('fails if a pattern matches no function', () => {
  expect(() => functionsLike(functions, ['main', 'sort'])).toThrow(UsageError)
})
