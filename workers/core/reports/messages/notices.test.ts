// A notice about many files appears once and names them all.
import { describe, expect, it } from 'vitest'
import type { Notice } from '../../problems/problem.ts'
import { groupNotices } from './group-notices.ts'
import { noticeText } from './notices.ts'

const empty = (file: string): Notice => ({
  code: 'file-skipped',
  problem: { code: 'input/empty-file', file },
})
const odd = (file: string, matched: number): Notice => ({ code: 'odd-run', file, matched, total: 10 })

describe('notices', () => {
  it('that say the same of many files are one, with a count and all names', () => {
    const names = Array.from({ length: 64 }, (_, rank) => `gmon.${rank}`)
    const told = groupNotices([
      { code: 'no-arcs' },
      ...names.map((name, at) => odd(name, at % 3)),
      ...names.map(empty),
    ])
    expect(told.map(({ title, files }) => [title, files.length])).toEqual([
      ['gmon.0 may be of another build; the same of 63 more files', 64],
      ['gmon.0 is empty; the same of 63 more files', 64],
      [noticeText({ code: 'no-arcs' }).title, 0],
    ])
    expect(told[0]?.files).toEqual(names)
    expect(told[0]?.explanation).toBe(noticeText(odd('gmon.0', 0)).explanation)
  })

  it('of few files, or of different kinds, stay separate', () => {
    const few = [empty('a'), empty('b'), empty('c'), odd('a', 1), odd('b', 1), odd('c', 1)]
    expect(groupNotices(few).map(({ title }) => title)).toEqual(few.map((notice) => noticeText(notice).title))
    const others: readonly Notice[] = [{ code: 'no-arcs' }, { code: 'no-samples' }, { code: 'no-histogram' }]
    expect(groupNotices([...others, ...others])).toHaveLength(6)
  })

  it('of names that hide something are of one kind, too', () => {
    const told = groupNotices(['a\u202Eb', 'c\u202Ed', 'e', 'f'].map(empty))
    expect(told.map(({ files }) => files)).toEqual([['a\\u202eb', 'c\\u202ed', 'e', 'f']])
  })

  it('of a file that is left out say so, and of an archive that what can be read of it is used', () => {
    const told = groupNotices([
      empty('gmon.out'),
      { code: 'file-skipped', problem: { code: 'archive/damaged', file: 'a.tar', what: 'header' } },
      { code: 'file-skipped', problem: { code: 'archive/nothing-of-use', file: 'a.zip', members: 0 } },
    ])
    expect(told.map(({ explanation }) => explanation.split('.')[0])).toEqual([
      'Left out; the rest was used',
      'Used as far as it can be read',
      'Left out; the rest was used',
    ])
  })
})
