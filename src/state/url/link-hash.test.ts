// A link restores exactly the state that was shared.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_SCENARIO,
  MOST_FACTOR,
  type Scenario,
} from '../../../workers/core/analysis/scenario/scenario.ts'
import { EMPTY_URL_STATE, type Selection, type UrlState } from './url-state.ts'
import { formatHash, parseHash } from './link-hash.ts'
import { effort } from '../../../workers/testing/effort.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const binary = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 30,
})
const names = fc.array(binary, { maxLength: 3 })
const scenario: fc.Arbitrary<Scenario> = fc.record({
  cutArcs: fc.array(fc.record({ parent: binary, child: binary }), { maxLength: 3 }),
  leftOut: names,
  timeLeftOut: names,
  only: names,
  timeOnly: names,
  staticArcs: fc.boolean(),
  foldStd: fc.boolean(),
  faster: fc.uniqueArray(
    fc.record({
      name: binary,
      factor: fc.oneof(
        fc.constant(Infinity),
        fc.double({ min: 1, max: MOST_FACTOR, minExcluded: true, noNaN: true }),
      ),
    }),
    { maxLength: 3, selector: ({ name }) => name },
  ),
})
const selection: fc.Arbitrary<Selection> = fc.record(
  {
    name: binary,
    address: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { nil: null }),
    isCycle: fc.constant(true),
  },
  { requiredKeys: ['name', 'address'] },
)
const shared: fc.Arbitrary<UrlState> = fc.record({
  view: fc.constantFrom('', 'flat-profile', 'call-graph', 'force-graph'),
  selected: fc.option(selection, { nil: null }),
  query: text,
  sort: fc.option(
    fc.record({
      column: fc.constantFrom('percent', 'self', 'totalPerCall', 'name', 'cycle'),
      direction: fc.constantFrom('ascending', 'descending'),
    }),
    { nil: null },
  ),
  run: fc.option(
    fc.record({
      name: fc.string({ unit: 'grapheme', minLength: 1 }),
      nth: fc.integer({ min: 1, max: 2000 }),
    }),
    { nil: null },
  ),
  scenario,
  profile: fc.constantFrom(
    '',
    'data:AbC-_9',
    'https://example.org/a b.gmonscope?c=d&e=%2F',
    './ci/#1.gmonscope',
  ),
  params: fc.dictionary(
    fc
      .tuple(fc.constantFrom('graph', 'call-graph'), fc.stringMatching(/^[a-z]{1,8}$/))
      .map((parts) => parts.join('.')),
    text,
  ),
})

const link = (name: string, address: number | null) =>
  formatHash({ ...EMPTY_URL_STATE, selected: { name, address } })

describe('the hash', () => {
  it('gives back what was put in', () => {
    fc.assert(
      fc.property(shared, (state) => {
        expect(parseHash(formatHash(state))).toEqual({ ...state, params: { ...state.params } })
      }),
      { numRuns: effort(500) },
    )
  })

  it('names functions, and adds the address only where it is given', () => {
    expect(link('parse_line', null)).toBe('#v=1&fn=parse_line')
    expect(link('parse_line', 0x401136)).toBe('#v=1&fn=parse_line@401136')
    expect(link('memcpy@GLIBC', null)).toBe('#v=1&fn=memcpy%40GLIBC')
  })

  it('reads a name that the browser has decoded', () => {
    expect(parseHash('#fn=größe').selected).toEqual(parseHash('#fn=gr%C3%B6%C3%9Fe').selected)
  })

  it('drops only the key that is bad', () => {
    const state = parseHash('#v=1&view=call-graph&fn=%zz&sort=upwards&q=100%25&junk&graph.depth=2')
    expect(state).toEqual({
      view: 'call-graph',
      selected: null,
      query: '100%',
      sort: null,
      run: null,
      scenario: EMPTY_SCENARIO,
      profile: '',
      params: { 'graph.depth': '2' },
    })
  })

  it('names the run that is shown alone, and which one where several have its name', () => {
    const linkTo = (name: string, nth: number) => formatHash({ ...EMPTY_URL_STATE, run: { name, nth } })
    expect(linkTo('gmon.out.17', 1)).toBe('#v=1&run=gmon.out.17')
    expect(linkTo('gmon.out', 3)).toBe('#v=1&run=gmon.out@3')
    expect(parseHash(linkTo('odd@3', 1)).run).toEqual({ name: 'odd@3', nth: 1 })
    expect(parseHash('#run=').run).toBeNull()
  })

  it('names what a scenario cuts and leaves out, and passes over a bad name', () => {
    const arcs = [
      { parent: 'eval', child: 'operator/' },
      { parent: 'a,b', child: 'c' },
    ]
    const changed = { ...EMPTY_SCENARIO, cutArcs: arcs, only: ['main'] }
    const hash = formatHash({ ...EMPTY_URL_STATE, scenario: changed })
    expect(hash).toBe('#v=1&cut=eval/operator%2F,a%2Cb/c&only=main')
    expect(
      parseHash('#faster=a*2,b*x,*3,c*inf,d*1,e*0,f*1e3,g,h*2000000,a*5,i%2A*2.5').scenario.faster,
    ).toEqual([
      { name: 'a', factor: 5 },
      { name: 'c', factor: Infinity },
      { name: 'i*', factor: 2.5 },
    ])
    expect(parseHash('#cut=a/b,a/,b,/c,x/y/z,%zz/q,c/d&without=').scenario.cutArcs).toEqual([
      { parent: 'a', child: 'b' },
      { parent: 'c', child: 'd' },
    ])
  })

  it('never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hash) => void parseHash(`#${hash}`)),
      {
        numRuns: effort(100, 30),
      },
    )
  })
})

describe('what stands behind an @', () => {
  it.each([
    ['a@2', 'a', 2],
    ['a@0', 'a@0', 1],
    ['a@02', 'a@02', 1],
    ['a@999999999', 'a', 999_999_999],
    ['a@1234567890', 'a@1234567890', 1],
    ['a@b@3', 'a@b', 3],
  ])('run=%s is the run %s, number %d', (written, name, nth) => {
    expect(parseHash(`#run=${written}`).run).toEqual({ name, nth })
  })

  it.each([
    ['f@1fffffffffffff', 'f', Number.MAX_SAFE_INTEGER],
    ['f@20000000000000', 'f@20000000000000', null],
    ['f@000000000000001', 'f@000000000000001', null],
    ['f@GLIBC', 'f@GLIBC', null],
  ])('fn=%s is the function %s at %s', (written, name, address) => {
    expect(parseHash(`#fn=${written}`).selected).toEqual({ name, address })
  })
})
