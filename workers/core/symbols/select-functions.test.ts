import { describe, expect, it } from 'vitest'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { SymbolBinding, SymbolPlace, SymbolType, type RawSymbols } from '../formats/format.ts'
import { selectFunctions, type SymbolTable } from './select-functions.ts'

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
    names: Uint8Array.from(names, (character) => character.charCodeAt(0)),
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
      `),
      0x5f,
    )
    expect(show(table).map((row) => row.split(' ')[2])).toEqual([
      'global_label',
      'function',
      'none',
      '_one',
      'first',
    ])
    expect(table.lastIsOpen).toBe(false)
  })
})
