// checkProfile detects each kind of violation: other tests rely on it.
import { expect, it } from 'vitest'
import { profileFromText } from './graph-text.ts'
import { asColumn, asRows } from '../core/base/columns.ts'
import { checkProfile } from './check-profile.ts'
import type { ArcIndex, CallGraphProfile } from '../core/profile/call-graph-profile.ts'

const WHOLE = profileFromText('m 1; a 2; m -> a 3; a -> a 1')
const withFunctions = (change: Partial<CallGraphProfile['functions']>): CallGraphProfile => ({
  ...WHOLE,
  functions: { ...WHOLE.functions, ...change },
})
const withArcs = (change: Partial<CallGraphProfile['arcs']>): CallGraphProfile => ({
  ...WHOLE,
  arcs: { ...WHOLE.arcs, ...change },
})
const ends = (...functions: number[]): CallGraphProfile['arcs']['parent'] =>
  asColumn(Int32Array.from(functions))
const { arcsByParent, arcsByChild } = WHOLE
const NO_ITEMS = asRows<ArcIndex>(new Uint32Array(0))

it('takes a profile that has none', () => {
  checkProfile(WHOLE)
})

it.each([
  ['a column too short', 'functions.calls', withFunctions({ calls: asColumn(new Float64Array(1)) })],
  ['a column of arcs too short', 'arcs.count', withArcs({ count: asColumn(new Uint32Array(1)) })],
  ['an address twice', 'ascend', withFunctions({ address: asColumn(Float64Array.of(16, 16)) })],
  ['a parent below', 'no parent', withArcs({ parent: ends(-1, 1) })],
  ['a parent beyond', 'no parent', withArcs({ parent: ends(0, 2) })],
  ['a child below', 'no child', withArcs({ child: ends(-1, 1) })],
  ['a child beyond', 'no child', withArcs({ child: ends(1, 2) })],
  ['an arc twice', 'same pair', withArcs({ parent: ends(1, 1) })],
  ['a count never recorded', 'not recorded', { ...WHOLE, recordedArcs: 1 }],
  [
    'no group of a parent',
    'below its parent',
    { ...WHOLE, arcsByParent: { ...arcsByParent, items: NO_ITEMS } },
  ],
  ['no group of a child', 'above its child', { ...WHOLE, arcsByChild: { ...arcsByChild, items: NO_ITEMS } }],
])('finds %s', (_, says, broken) => {
  expect(() => checkProfile(broken)).toThrow(says)
})

it('distinguishes pairs of the same functions in opposite order', () => {
  checkProfile(profileFromText('m 1; a 2; m -> a 3; a -> m 1; m -> m 1; a -> a 1'))
})
