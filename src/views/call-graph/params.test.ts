// The call graph's and the flame view's parameters survive the link, malformed values get their defaults,
// and older links lead to the flame view.
import { describe, expect, it } from 'vitest'
import { parseHash } from '../../state/url/link-hash.ts'
import { readParams } from '../../state/url/view-params.ts'
import { flameParams, type FlameParams } from '../call-trees.ts'
import { callGraphParams, type CallGraphParams } from './params.ts'

const ROOT = { name: 'std::a,b@1', address: null }

describe('the parameters of the call graph', () => {
  const defaults: CallGraphParams = { arrangement: 'entries', root: null, convention: 'manual' }

  it('are not in the link as long as they are the usual ones', () => {
    expect(callGraphParams.format(defaults)).toEqual({})
    expect(callGraphParams.parse({})).toEqual(defaults)
  })

  it('come back as they went, and fall back alone', () => {
    const params: CallGraphParams = { arrangement: 'callers', root: ROOT, convention: 'gprof' }
    expect(callGraphParams.parse(callGraphParams.format(params))).toEqual(params)
    expect(callGraphParams.parse({ as: 'sideways', root: '%', entries: 'x' })).toEqual(defaults)
  })
})

const step = (name: string) => ({ kind: 'function' as const, name: { name, address: null } })

describe('the parameters of the flame view', () => {
  const defaults: FlameParams = { direction: 'callees', root: null, zoom: [], open: [], closed: [] }

  it('are not in the link as long as they are the usual ones', () => {
    expect(flameParams.format(defaults)).toEqual({})
    expect(flameParams.parse({})).toEqual(defaults)
  })

  it('come back as they went, and fall back alone', () => {
    const params: FlameParams = {
      direction: 'callers',
      root: ROOT,
      zoom: [step('x, y'), { kind: 'function', name: { name: 'f', address: 0x1234 } }],
      open: [ROOT],
      closed: [{ name: 'f', address: 0x1234 }],
    }
    expect(flameParams.parse(flameParams.format(params))).toEqual(params)
    expect(flameParams.parse({ as: 'sideways', root: '%', path: 'a,%,b' })).toEqual({
      ...defaults,
      zoom: [step('a')],
    })
  })

  it('have the path from the program under a key of its own', () => {
    const params: FlameParams = { ...defaults, zoom: [{ kind: 'part', part: 'library' }, step('cmp')] }
    expect(flameParams.format(params)).toEqual({ path: ':library,cmp' })
    expect(flameParams.parse(flameParams.format(params))).toEqual(params)
  })

  it('of older links begin at the function with the largest total', () => {
    expect(flameParams.parse({ zoom: 'a,b' })).toEqual({
      ...defaults,
      zoom: [{ kind: 'heaviest' }, step('a'), step('b')],
    })
    expect(flameParams.parse({ zoom: 'a,b', root: 'k' })).toMatchObject({ zoom: [step('a'), step('b')] })
  })

  it('are those of the icicle in an older link', () => {
    const old = parseHash(
      '#v=1&view=call-graph&call-graph.as=callers&call-graph.draw=icicle&call-graph.root=k&call-graph.zoom=a,b',
    )
    expect(old.view).toBe('flame')
    expect(readParams(old, flameParams)).toEqual({
      ...defaults,
      direction: 'callers',
      root: { name: 'k', address: null },
      zoom: [step('a'), step('b')],
    })
  })
})
