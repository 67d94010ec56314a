// A question is the newest until another is put; who only watches puts none.
import { expect, it } from 'vitest'
import { Newest } from './newest.ts'

it('a question is overtaken by the next one, and by no watcher', () => {
  const questions = new Newest()
  const isFirst = questions.begin()
  const isQuiet = questions.watch()
  expect([isFirst(), isQuiet()]).toEqual([true, true])
  const isSecond = questions.begin()
  expect([isFirst(), isQuiet(), isSecond()]).toEqual([false, false, true])
})
