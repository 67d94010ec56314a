// Links and saved profiles of release 0.1.0 open for good, with the numbers they had. Made of public/sample by that release: as-measured by
// `gmonscope save`, what-if by Save profile and by Copy profile link, view by Copy link; each .json by `gmonscope json`.
import { describe, expect, it } from 'vitest'
import { EMPTY_SCENARIO, type Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { writeJson } from '../../../workers/core/reports/exports/json.ts'
import { goldenBytes, goldenText } from '../../../workers/testing/golden-links.ts'
import { openBytes } from '../../../workers/testing/saved-files.ts'
import { bytesOfLink } from './enclosed.ts'
import { EMPTY_URL_STATE } from './url-state.ts'
import { formatHash, parseHash } from './link-hash.ts'

const SCENARIO: Scenario = {
  ...EMPTY_SCENARIO,
  staticArcs: true,
  cutArcs: [
    { parent: 'evaluate', child: 'call_function' },
    { parent: 'parse_value', child: 'parse_expression' },
  ],
  leftOut: ['hash_name'],
  timeOnly: ['main', 'evaluate'],
}

/** What `gmonscope json` prints. */
async function numbersOf(bytes: Uint8Array, scenario: Scenario): Promise<unknown> {
  const result = await openBytes({ 'islands.gmonscope': bytes }, scenario)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  const { saved } = result.value
  expect(saved?.scenario).toEqual(scenario)
  let json = ''
  writeJson(result.value, (text) => (json += text))
  return JSON.parse(json)
}

async function expectNumbers(bytes: Uint8Array, scenario: Scenario, name: string): Promise<void> {
  const { files, notices, ...expected } = JSON.parse(await goldenText(`${name}.json`)) as Record<
    string,
    unknown
  >
  expect([files, notices].every(Array.isArray)).toBe(true)
  // Later releases may say more, and of files and notices in other words.
  expect(await numbersOf(bytes, scenario)).toMatchObject(expected)
}

describe('of release 0.1.0', () => {
  it('a profile saved on the command line has its numbers', async () =>
    expectNumbers(await goldenBytes('as-measured.gmonscope'), EMPTY_SCENARIO, 'as-measured'))

  it('a profile saved in the page has its numbers, with what was changed of it', async () =>
    expectNumbers(await goldenBytes('what-if.gmonscope'), SCENARIO, 'what-if'))

  it('a link with a profile inside has its numbers', async () => {
    const bytes = bytesOfLink(parseHash(await goldenText('what-if.txt')).profile)
    if (!bytes) throw new Error('there is no profile inside')
    await expectNumbers(bytes, SCENARIO, 'what-if')
  })

  it('a link to a view says what it said', async () => {
    const hash = await goldenText('view.txt')
    const state = parseHash(hash)
    expect(state).toEqual({
      ...EMPTY_URL_STATE,
      view: 'force-graph',
      selected: { name: 'evaluate', address: null },
      query: 'ev',
      sort: { column: 'total', direction: 'descending' },
      scenario: SCENARIO,
      params: {
        'call-graph.as': 'callees',
        'force-graph.layout': 'layered',
        'force-graph.scope': 'around',
        'force-graph.up': '1',
      },
    })
    expect(formatHash(state)).toBe(hash)
  })

  it('every other key of a link says what it said', () => {
    const hash =
      '#v=1&view=runs&fn=main@401136&sort=self-ascending&run=gmon.out@2&untimed=a,b&only=~c%2Fd&profile=https://host/a.gmonscope'
    expect(parseHash(hash)).toEqual({
      ...EMPTY_URL_STATE,
      view: 'runs',
      selected: { name: 'main', address: 0x401136 },
      sort: { column: 'self', direction: 'ascending' },
      run: { name: 'gmon.out', nth: 2 },
      scenario: { ...EMPTY_SCENARIO, timeLeftOut: ['a', 'b'], only: ['~c/d'] },
      profile: 'https://host/a.gmonscope',
    })
  })
})
