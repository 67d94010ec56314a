import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../../testing/builders/byte-writer.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { SymbolBinding, SymbolPlace, SymbolType, type RawSymbols } from '../formats/raw-symbols.ts'
import { listAccepted, selectFunctions, withoutEmptyLast, type SymbolTable } from './symbol-table.ts'

/** "0x10 global func code name", one symbol a line. */
function symbolsOf(text: string): RawSymbols {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const names = `\0${rows.map((row) => row[4] ?? '').join('\0')}\0`
  let at = 1
  const nameOffset = rows.map((row) => {
    const offset = at
    at += (row[4] ?? '').length + 1
    return offset
  })
  return {
    length: rows.length,
    address: Float64Array.from(rows, (row) => Number(row[0])),
    binding: Uint8Array.from(rows, (row) => SymbolBinding[row[1] as keyof typeof SymbolBinding]),
    type: Uint8Array.from(rows, (row) => SymbolType[row[2] as keyof typeof SymbolType]),
    place: Uint8Array.from(rows, (row) => SymbolPlace[row[3] as keyof typeof SymbolPlace]),
    nameOffset: Uint32Array.from(nameOffset),
    names: bytesOfBinary(names),
  }
}

const show = (table: SymbolTable): string[] =>
  Array.from({ length: table.length }, (_, f) => {
    const name = stringAt(table.names, f as StringIndex)
    const flags = `${table.isStatic[f] === 1 ? 's' : 'g'}${table.isFunction[f] === 1 ? 'f' : '-'}`
    return `${table.address[f].toString(16)}-${table.last[f].toString(16)} ${flags} ${name}`
  })

describe('selectFunctions', () => {
  it('takes code, weak symbols wherever they lie, and nothing else', () => {
    const table = selectFunctions(
      symbolsOf(`
        0x100 local  section code .text
        0x100 local  file    nowhere a.c
        0x140 local  func    code helper
        0x150 local  none    code .L5
        0x160 global func    code main
        0x170 global ifunc   code chosen
        0x180 other  func    code unique
        0x190 weak   object  data table
        0x1a0 weak   none    data data_start
        0x1b0 global object  data global
        0x1c0 weak   func    undefined elsewhere
        0x1d0 global func    nowhere absolute
      `),
      0x17f,
    )
    expect(show(table)).toEqual(['140-15f sf helper', '160-19f gf main', '1a0-17f g- data_start'])
  })

  it('keeps one name an address: global, then function, then fewer underscores, then the first', () => {
    const table = selectFunctions(
      symbolsOf(`
        0x10 local  func code static_name
        0x10 global none code global_label
        0x20 global none code label
        0x20 global func code function
        0x30 global func code __two
        0x30 global func code _one
        0x30 global func code none
        0x40 global func code __two
        0x40 global func code _one
        0x50 global func code first
        0x50 global func code second
        0x60 global func code _one
        0x60 global func code __two
        0x70 global func code __first
        0x70 global func code __second
      `),
      0x7f,
    )
    expect(show(table).map((row) => row.split(' ')[2])).toEqual([
      'global_label',
      'function',
      'none',
      '_one',
      'first',
      '_one',
      '__first',
    ])
    expect(table.lastIsOpen).toBe(false)
  })

  it('tells which names stand for others, and what all begin with', () => {
    const plain = symbolsOf(`
      0x10 global func code _one
      0x20 global func code _two
    `)
    expect(selectFunctions(plain, 0x2f)).not.toHaveProperty('prefix')
    expect(selectFunctions(plain, 0x2f)).not.toHaveProperty('isMapped')
    const [one = 0, two = 0] = plain.nameOffset
    const mapped = { ...plain, prefix: '_' as const, shownName: Uint32Array.of(two, two) }
    const table = selectFunctions(mapped, 0x2f)
    expect(show(table)).toEqual(['10-1f gf _two', '20-2f gf _two'])
    expect(table).toMatchObject({ prefix: '_', isMapped: Uint8Array.of(1, 0) })
    expect(one).not.toBe(two)
  })
})

it('lists the addresses of aliases, too, in the order of the file, with the local ones that are asked for', () => {
  const symbols = symbolsOf(`
    0x20 global func    code two
    0x10 global func    code one
    0x30 local  section code .text
    0x40 local  func    code helper
    0x50 local  none    code label
    0x10 weak   func    code alias
  `)
  const addresses = (noStatic: boolean, onlyTypedStatic: boolean): number[] => [
    ...listAccepted(symbols, { noStatic, onlyTypedStatic }),
  ]
  expect(addresses(false, false)).toEqual([0x20, 0x10, 0x40, 0x50, 0x10])
  expect(addresses(false, true)).toEqual([0x20, 0x10, 0x40, 0x10])
  expect(addresses(true, false)).toEqual([0x20, 0x10, 0x10])
})

it('leaves out a last symbol that ends before it begins, and no other', () => {
  const text = '0x10 global func code one\n0x20 weak none data beyond'
  expect(show(withoutEmptyLast(selectFunctions(symbolsOf(text), 0x1f)))).toEqual(['10-1f gf one'])
  const whole = selectFunctions(symbolsOf(text), 0x20)
  expect(withoutEmptyLast(whole)).toBe(whole)
  const alone = selectFunctions(symbolsOf('0x10 global func code one'), 0xf)
  expect(show(withoutEmptyLast(alone))).toEqual([])
})
