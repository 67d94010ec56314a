import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../../testing/builders/byte-writer.ts'
import { isFunctionName } from './local-name-filter.ts'

const tableOf = (...names: readonly string[]): Uint8Array => bytesOfBinary(`\0${names.join('\0')}\0`)
const isKept = (...names: readonly string[]): boolean => isFunctionName(tableOf(...names), 1)

describe('names of local symbols', () => {
  it.each([
    'plain',
    'a.0',
    'a.1.2',
    'a.constprop.0',
    'a.clone.3',
    'a.1.constprop.3',
    'a.clone.3.4',
    'a.',
    'a.1.',
    '.1',
  ])('keeps %s', (name) => expect(isKept(name)).toBe(true))
  it.each([
    '',
    'a.cold',
    'a.part.0',
    'a.isra.0',
    'a.constprop.0.cold',
    'a.constprop.1.isra.2',
    'a.lto_priv.0',
    'a.llvm.123',
    'a..1',
    'a.1x',
    '.L1',
    'a.clone.',
    'a.constprop.',
    'a$b',
    '__gnu_compiled_c',
    '___gnu_compiled_c',
  ])('rejects %j', (name) => expect(isKept(name)).toBe(false))

  it('judges the next string too when a number ends the name', () => {
    expect(isKept('foo.constprop.0', 'bar.part.0')).toBe(false)
    expect(isKept('foo.constprop.0', 'a$b')).toBe(false)
    expect(isKept('foo.constprop.0', 'bar')).toBe(true)
    expect(isKept('foo.1', 'mid.2', 'x$')).toBe(false)
    expect(isKept('foo.1', 'mid.2', 'x')).toBe(true)
  })
  it('does not look beyond the table', () => {
    expect(isFunctionName(Uint8Array.of(0, 0x61, 0x2e, 0x31), 1)).toBe(true)
  })
})
