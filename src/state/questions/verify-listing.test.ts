// @vitest-environment happy-dom
// Progress reports of a comparison apply to the current one only, and are ignored after the answer.
import { beforeEach, expect, it } from 'vitest'
import { fail, type Result } from '../../../workers/core/base/result.ts'
import { openExample } from '../../testing/open-example.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { loading } from '../worker/async-value.ts'
import { setUi, useStore } from '../store.ts'
import { verifyDroppedListing } from './verify-listing.ts'

interface Asked {
  readonly onStep: (part: number) => void
  readonly answer: (result: Result<never, { code: 'input/nothing-given' }>) => void
}

const asked: Asked[] = []
const compared = () => useStore.getState().ui.compared

beforeEach(async () => {
  asked.length = 0
  await openExample({
    compare: (_, { onProgress }) =>
      new Promise((answer) =>
        asked.push({ onStep: (part) => onProgress?.({ done: part, total: 1 }), answer }),
      ),
  })
})

async function begin(name: string): Promise<Asked> {
  const before = asked.length
  setUi({ dropped: [new File(['z'], name)] })
  void verifyDroppedListing()
  await waitFor(() => expect(asked).toHaveLength(before + 1))
  const last = asked.at(-1)
  if (!last) throw new Error('nothing was asked')
  return last
}

it('a step that comes after the answer leaves it', async () => {
  const { onStep, answer } = await begin('one.txt')
  onStep(0.5)
  expect(compared()).toEqual(loading({ name: 'one.txt', part: 0.5 }))
  answer(fail({ code: 'input/nothing-given' }))
  await waitFor(() => expect(compared().phase).toBe('failed'))
  onStep(0.9)
  expect(compared().phase).toBe('failed')
})

it('of the comparison before neither step nor answer shows in the next', async () => {
  const first = await begin('one.txt')
  const second = await begin('two.txt')
  second.onStep(0.25)
  first.onStep(0.75)
  first.answer(fail({ code: 'input/nothing-given' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(compared()).toEqual(loading({ name: 'two.txt', part: 0.25 }))
})
