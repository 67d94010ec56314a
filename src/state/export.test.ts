// @vitest-environment happy-dom
// Exports: the worker gets source files only if lines are shared, and a state without the private
// parts.
import { beforeEach, expect, it } from 'vitest'
import type { Arguments, ShareChoice } from '../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { succeed } from '../../workers/core/base/result.ts'
import { openExample } from '../testing/open-example.ts'
import { useStore } from './store.ts'
import { bytesInLink, linkTo, shareAs } from './export.ts'

const ALL: ShareChoice = {
  names: 'kept',
  withoutDirectories: false,
  withoutSources: false,
  withoutLines: false,
  withoutNotices: false,
}

const asked: Arguments<'share'>[] = []
beforeEach(async () => {
  asked.length = 0
  await openExample({
    share: (request, files) => {
      asked.push([request, files])
      return Promise.resolve(succeed(null))
    },
  })
})

it('profiles are read again for lines, and for nothing else', async () => {
  await shareAs(ALL, null, () => {})
  await shareAs({ ...ALL, withoutLines: true }, null, () => {})
  expect(asked.map(([, profiles]) => profiles.map(({ name }) => name))).toEqual([['gmon.out'], []])
})

it('the view goes along; the run shown, the scenario and where the profile came from do not stand in it', async () => {
  const { shared } = useStore.getState()
  const scenario = { ...EMPTY_SCENARIO, leftOut: ['b'] }
  const here = { view: 'cycles', run: { name: 'gmon.out', nth: 1 }, profile: './a.gmonscope', scenario }
  useStore.setState({ shared: { ...shared, ...here } })
  await shareAs(ALL, 100, () => {})
  expect(asked[0]?.[0]).toEqual({ choice: ALL, limit: 100, scenario, view: 'v=1&view=cycles' })
})

it('a link of so many characters has room for so many bytes', () => {
  for (const characters of [100, 101, 102, 103, 2000, 8000]) {
    const room = bytesInLink(characters)
    const length = (bytes: number): number => linkTo({ bytes: new Uint8Array(bytes) } as never).length
    expect(length(room)).toBeLessThanOrEqual(characters)
    expect(length(room + 3)).toBeGreaterThan(characters)
  }
  expect(bytesInLink(10)).toBe(0)
})
