// The call graph's parameters survive the link, and malformed values get their defaults.
import { describe, expect, it } from 'vitest'
import { callGraphParams, type CallGraphParams } from './arrangement.tsx'

const DEFAULTS: CallGraphParams = { arrangement: 'entries', drawing: 'tree', root: null, zoom: [] }

describe('the settings of the call graph', () => {
  it('are not in the link as long as they are the usual ones', () => {
    expect(callGraphParams.format(DEFAULTS)).toEqual({})
    expect(callGraphParams.parse({})).toEqual(DEFAULTS)
  })

  it('come back as they went', () => {
    const params: CallGraphParams = {
      arrangement: 'callers',
      drawing: 'icicle',
      root: { name: 'std::a,b@1', address: null },
      zoom: [
        { name: 'x, y', address: null },
        { name: 'f', address: 0x1234 },
      ],
    }
    expect(callGraphParams.parse(callGraphParams.format(params))).toEqual(params)
  })

  it('fall back alone', () => {
    expect(callGraphParams.parse({ as: 'sideways', draw: 'icicle', root: '%', zoom: 'a,%,b' })).toEqual({
      ...DEFAULTS,
      drawing: 'icicle',
      zoom: [{ name: 'a', address: null }],
    })
  })
})
