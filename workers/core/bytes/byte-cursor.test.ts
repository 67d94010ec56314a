// Tests of the cursor over bytes of a file.

import { describe, expect, it } from 'vitest'
import { problemOf } from '../../testing/problem-of.ts'
import { ByteCursor } from './byte-cursor.ts'

const bytes = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
const newCursor = (wordSize: 4 | 8, bigEndian: boolean): ByteCursor =>
  new ByteCursor({ file: 'f', offset: 1000, bytes: bytes.subarray(1) }, { wordSize, bigEndian })

describe('ByteCursor', () => {
  it('reads numbers in either byte order', () => {
    const little = newCursor(4, false)
    expect([little.u8('a'), little.u16('b'), little.u32('c')]).toEqual([2, 0x0403, 0x08070605])
    const big = newCursor(4, true)
    expect([big.u8('a'), big.u16('b'), big.u32('c')]).toEqual([2, 0x0304, 0x05060708])
  })

  it('reads words of 4 and 8 bytes', () => {
    expect(newCursor(4, true).word('a')).toBe(0x02030405)
    // Past 2^53: the nearest double.
    expect(newCursor(8, true).word('a')).toBe(Number(0x0203040506070809n))
    expect(newCursor(8, false).word('a')).toBe(Number(0x0908070605040302n))
  })

  it('reads text up to its NUL, or all of the field', () => {
    const cursor = new ByteCursor(
      { file: 'f', offset: 0, bytes: Uint8Array.from([0x61, 0x62, 0, 0x63, 0x64, 0xe9]) },
      { wordSize: 4, bigEndian: false },
    )
    expect([cursor.text(4, 't'), cursor.text(2, 't')]).toEqual(['ab', 'd\xe9'])
  })

  it('says what was missing, and where in the file', async () => {
    const cursor = newCursor(8, false)
    cursor.skip(10, 'spare')
    expect([cursor.offset, cursor.remaining]).toEqual([1010, 4])
    expect(await problemOf(() => cursor.u64('entry point'))).toEqual({
      code: 'bytes/out-of-bounds',
      file: 'f',
      offset: 1010,
      what: 'entry point',
      needed: 8,
      size: 1014,
    })
  })
})
