// Every code has words, complete ones, and they name the file and the byte they are about.
import { describe, expect, it } from 'vitest'
import { NOTICE_EXAMPLES, PROBLEM_EXAMPLES } from '../../testing/problem-examples.ts'
import { noticeRank, noticeText } from './notice-text.ts'
import { problemText } from './problem-text.ts'

describe('words', () => {
  it.each(Object.values(PROBLEM_EXAMPLES))('for the problem $code', (problem) => {
    const words = problemText(problem)
    expect(words.title.length).toBeGreaterThan(3)
    expect(words.explanation).not.toMatch(/undefined|NaN|\[object/)
    if ('file' in problem) expect(words.title + words.explanation).toContain(problem.file)
    if ('offset' in problem)
      expect(words.explanation).toContain(`byte ${problem.offset.toLocaleString('en-US')}`)
  })

  it.each(Object.values(NOTICE_EXAMPLES))('for the notice $code', (notice) => {
    const words = noticeText(notice)
    expect(words.title.length).toBeGreaterThan(3)
    expect(words.explanation).not.toMatch(/undefined|NaN|\[object/)
    expect(noticeRank(notice)).toBeLessThan(3)
  })
})
