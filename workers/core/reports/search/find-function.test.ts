// Finding a function by name, and by address if several have the name.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { findFunction, isNameShared } from './find-function.ts'

const plain = profileFromText('main 1; init 2; helper 3; other 4').functions
const functions: FunctionTable = { ...plain, names: stringTableOf(['main', 'init', 'helper', 'init']) }
const second = functions.address[3 as FunctionIndex]

describe('finding a function', () => {
  it('by a name that only one has', () => {
    expect(findFunction(functions, 'helper', null)).toBe(2)
    expect(findFunction(functions, 'help', null)).toBe(-1)
  })

  it('by name and address where two share the name', () => {
    expect(isNameShared(functions, 1 as FunctionIndex, null)).toBe(true)
    expect(isNameShared(functions, 2 as FunctionIndex, null)).toBe(false)
    expect(findFunction(functions, 'init', second)).toBe(3)
    expect(findFunction(functions, 'init', null)).toBe(1)
  })

  it('by name alone when the address has moved', () => {
    expect(findFunction(functions, 'helper', 0xdead)).toBe(2)
    expect(findFunction(functions, 'helper', second)).toBe(2)
  })
})
