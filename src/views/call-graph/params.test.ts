// The call graph's and the flame view's parameters survive the link, malformed values get their defaults,
// and older links lead to the flame view.
import { describe, expect, it } from 'vitest'
import { parseHash, readParams } from '../../state/store.ts'
import { flameParams, type FlameParams } from '../call-trees.ts'
import { callGraphParams, type CallGraphParams } from './arrangement.tsx'

const ROOT = { name: 'std::a,b@1', address: null }

describe('the parameters of the call graph', () => {
  const defaults: CallGraphParams = { arrangement: 'entries', root: null }

  it('are not in the link as long as they are the usual ones', () => {
    expect(callGraphParams.format(defaults)).toEqual({})
    expect(callGraphParams.parse({})).toEqual(defaults)
  })

  it('come back as they went, and fall back alone', () => {
    const params: CallGraphParams = { arrangement: 'callers', root: ROOT }
    expect(callGraphParams.parse(callGraphParams.format(params))).toEqual(params)
    expect(callGraphParams.parse({ as: 'sideways', root: '%' })).toEqual(defaults)
  })
})

describe('the parameters of the flame view', () => {
  const defaults: FlameParams = { direction: 'callees', root: null, zoom: [] }

  it('are not in the link as long as they are the usual ones', () => {
    expect(flameParams.format(defaults)).toEqual({})
    expect(flameParams.parse({})).toEqual(defaults)
  })

  it('come back as they went, and fall back alone', () => {
    const params: FlameParams = {
      direction: 'callers',
      root: ROOT,
      zoom: [
        { name: 'x, y', address: null },
        { name: 'f', address: 0x1234 },
      ],
    }
    expect(flameParams.parse(flameParams.format(params))).toEqual(params)
    expect(flameParams.parse({ as: 'sideways', root: '%', zoom: 'a,%,b' })).toEqual({
      ...defaults,
      zoom: [{ name: 'a', address: null }],
    })
  })

  it('are those of the icicle in an older link', () => {
    const old = parseHash(
      '#v=1&view=call-graph&call-graph.as=callers&call-graph.draw=icicle&call-graph.root=k&call-graph.zoom=a,b',
    )
    expect(old.view).toBe('flame')
    expect(readParams(old, flameParams)).toEqual({
      direction: 'callers',
      root: { name: 'k', address: null },
      zoom: [
        { name: 'a', address: null },
        { name: 'b', address: null },
      ],
    })
  })
})
