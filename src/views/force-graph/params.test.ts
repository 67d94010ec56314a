import { describe, expect, it } from 'vitest'
import { DEFAULT_PARAMS, graphParams, openStub, type GraphParams } from './params.ts'

describe('the graph’s settings in the link', () => {
  it('say nothing where they are the defaults', () => {
    expect(graphParams.format(DEFAULT_PARAMS)).toEqual({})
    expect(graphParams.parse({})).toEqual(DEFAULT_PARAMS)
  })

  it('come back as they went', () => {
    const params: GraphParams = {
      layout: 'layered',
      scope: 'around',
      threshold: 0.002,
      callersDepth: 0,
      calleesDepth: 4,
      limit: 150,
      open: [
        { side: 'callers', amount: 20, name: { name: 'a,b:c <d>', address: null } },
        { side: 'members', amount: 40, name: { name: 'twin', address: 0x401136 } },
      ],
      cycles: [
        { name: { name: 'eval,all', address: null }, isOpen: true },
        { name: { name: 'twin', address: 0x401136 }, isOpen: false },
      ],
      also: [
        { name: 'a:b', address: null },
        { name: 'c', address: null },
      ],
    }
    const raw = graphParams.format(params)
    expect(raw).toMatchObject({ scope: 'around', min: '0.2', up: '0', down: '4', most: '150' })
    expect(graphParams.parse(raw)).toEqual(params)
  })

  it('name a layout only if it was chosen, and keep the one of an old link', () => {
    expect(graphParams.format({ ...DEFAULT_PARAMS, layout: 'force' })).toEqual({ layout: 'force' })
    expect(graphParams.parse({ layout: 'force' }).layout).toBe('force')
    expect(graphParams.parse({ layout: 'layered' }).layout).toBe('layered')
    expect(graphParams.parse({ layout: 'round' }).layout).toBe('auto')
  })

  it('fall back one by one', () => {
    const raw = {
      scope: 'sideways',
      min: '400',
      up: '-1',
      down: '3',
      most: 'many',
      open: 'callers:x:f,callees:5:g,:,',
      cycles: 'ajar:f,open:,',
      also: ',',
    }
    expect(graphParams.parse(raw)).toEqual({
      ...DEFAULT_PARAMS,
      calleesDepth: 3,
      open: [{ side: 'callees', amount: 5, name: { name: 'g', address: null } }],
    })
  })

  it('open a stub further when it is clicked again', () => {
    const name = { name: 'f', address: null }
    const once = openStub(DEFAULT_PARAMS, 'callees', name, 20)
    expect(openStub(once, 'callees', name, 20).open).toEqual([{ side: 'callees', amount: 40, name }])
    expect(openStub(once, 'callers', name, 20).open).toHaveLength(2)
  })
})
