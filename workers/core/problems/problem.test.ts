// Tests that each problem and notice survives a saved file, and that invalid ones are refused.
import { describe, expect, it } from 'vitest'
import { NOTICE_EXAMPLES, PROBLEM_EXAMPLES } from '../../testing/problem-examples.ts'
import { ShapeError } from '../base/shape.ts'
import { noticeShape, problemShape } from './problem.ts'

/** Fields that older versions did not save. */
const LATER: ReadonlySet<string> = new Set(['program'])

const viaJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('shapes of problems and notices', () => {
  it.each(Object.values(PROBLEM_EXAMPLES))('let $code pass', (problem) => {
    expect(problemShape.check(viaJson(problem), '')).toEqual(problem)
  })

  it.each(Object.values(NOTICE_EXAMPLES))('let $code pass', (notice) => {
    expect(noticeShape.check(viaJson(notice), '')).toEqual(notice)
  })

  it.each(Object.values(NOTICE_EXAMPLES))(
    'refuse $code with a field of another kind or without it',
    (notice) => {
      for (const key of Object.keys(notice)) {
        const { [key]: _, ...without } = notice as Record<string, unknown>
        expect(() => noticeShape.check({ ...notice, [key]: { toString: 1 } }, '')).toThrow(ShapeError)
        if (!LATER.has(key)) expect(() => noticeShape.check(without, '')).toThrow(ShapeError)
      }
    },
  )

  it('take nothing along that they do not name', () => {
    const extra = JSON.parse('{"code":"no-samples","extra":1,"__proto__":{"x":1}}') as unknown
    expect(Object.keys(noticeShape.check(extra, ''))).toEqual(['code'])
  })
})
