// A question is the newest until another is put.
import { expect, it } from 'vitest'
import { Newest } from './newest.ts'

it('a question is overtaken by the next one', () => {
  const questions = new Newest()
  const isFirst = questions.begin()
  expect(isFirst()).toBe(true)
  const isSecond = questions.begin()
  expect([isFirst(), isSecond()]).toEqual([false, true])
})
