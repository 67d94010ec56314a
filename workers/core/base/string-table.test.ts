// Tests of string tables.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareStrings,
  stringAt,
  StringTableBuilder,
  stringTableOf,
  textOfBinary,
  type StringIndex,
} from './string-table.ts'

const binary = fc.string({ unit: fc.nat(255).map((byte) => String.fromCharCode(byte)) })

describe('string table', () => {
  it('gives back what it was made of', () => {
    fc.assert(
      fc.property(fc.array(binary), (texts) => {
        const table = stringTableOf(texts)
        expect(texts.map((_, at) => stringAt(table, at as StringIndex))).toEqual(texts)
      }),
    )
  })
  it('compares by unsigned bytes, a prefix first', () => {
    fc.assert(
      fc.property(binary, binary, (left, right) => {
        const sign = left < right ? -1 : left > right ? 1 : 0
        expect(Math.sign(compareStrings(stringTableOf([left, right]), 0, 1))).toBe(sign)
      }),
    )
  })
  it('reads UTF-8 where it is UTF-8 and Latin-1 where it is not', () => {
    expect(textOfBinary('na\xc3\xafve')).toBe('naïve')
    expect(textOfBinary('na\xefve')).toBe('naïve')
    expect(textOfBinary('plain')).toBe('plain')
  })
  it('gathers one table after another', () => {
    fc.assert(
      fc.property(fc.array(binary), fc.array(binary), (first, second) => {
        const builder = new StringTableBuilder()
        for (const texts of [first, second]) {
          for (const text of texts) builder.add(text)
          const table = builder.take()
          expect(Array.from(texts, (_, at) => stringAt(table, at as StringIndex))).toEqual(texts)
          expect([table.length, table.start[table.length]]).toEqual([texts.length, table.bytes.length])
        }
      }),
    )
  })
})
