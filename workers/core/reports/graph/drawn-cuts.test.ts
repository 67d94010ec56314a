// Cut arcs stay in the drawing, recorded and static ones alike.
import { finish } from '../../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { NONE } from '../../base/columns.ts'
import { withStaticArcs } from '../../profile/static-arcs.ts'
import { listDrawnCuts } from './drawn-cuts.ts'
import { listNodeLink } from './node-link.ts'
import { displayName } from '../../names/names.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'

it('lists counted arcs and calls never taken that are cut', () => {
  const plain = profileFromText('main 5; parse 9; eval 7; main -> parse 3; parse -> eval 2')
  // Static calls: eval -> parse and eval -> main.
  const possible = { length: 2, parent: Uint32Array.of(2, 2), child: Uint32Array.of(1, 0), gprof: null }
  const cutArcs = [
    { parent: 'parse', child: 'eval' },
    { parent: 'eval', child: 'parse' },
  ]
  const now = analyzeProfile(
    { ...plain, ...withStaticArcs(plain, possible) },
    { ...EMPTY_SCENARIO, staticArcs: true, cutArcs },
  )
  const nodeLink = finish(listNodeLink(now, DEFAULT_CHOICE))
  const name = (node: number): string => {
    const f = nodeLink.nodes[node]?.function
    return f === undefined ? '' : displayName(plain.functions, f)
  }
  const cuts = listDrawnCuts(now, analyzeProfile(plain, EMPTY_SCENARIO), nodeLink)
  expect(
    cuts.map(
      ({ arc, parent, child }) => `${name(parent)} ${name(child)} ${arc === NONE ? 'possible' : 'counted'}`,
    ),
  ).toEqual(['parse eval counted', 'eval parse possible'])
})
