import { expect, it, vi } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import * as demangler from '../../symbols/demangle/demangle.ts'
import { displayName, readableBytes, readableText } from './names.ts'

vi.mock('../../symbols/demangle/demangle.ts', { spy: true })

it('a name is demangled once, however many scenarios show it', () => {
  const read = vi.mocked(demangler.readableName)
  const profile = profileFromText('main -> _Z3foov 1')
  const cutArcs = [{ parent: 'main', child: '_Z3foov' }]
  const cut = analyzeProfile(profile, { ...EMPTY_SCENARIO, cutArcs })
  const f = 1 as FunctionIndex
  expect(readableBytes(profile.functions, f)).toBe('foo()')
  expect(readableBytes(cut.profile.functions, f)).toBe('foo()')
  expect(read).toHaveBeenCalledTimes(1)
})

it('on a screen a name hides nothing', () => {
  // The bytes of U+202E.
  const { functions } = profileFromText('main -> a\u00E2\u0080\u00AEb\u0007c 1')
  const f = 1 as FunctionIndex
  expect(readableText(functions, f)).toBe('a\u202Eb\u0007c')
  expect(displayName(functions, f)).toBe('a\\u202eb\\x07c')
})
