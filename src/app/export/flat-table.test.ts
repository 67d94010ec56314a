// Exported tables: they carry a byte-order mark where a spreadsheet program would guess the
// encoding.
import { describe, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { stringTableOf } from '../../../workers/core/base/string-table.ts'
import { flatTable } from './flat-table.ts'

const tableWith = (name: string, kind: 'csv' | 'tsv'): Promise<Blob> => {
  const opened = openedFromText('main 1; x 2; main -> x 3')
  const bytes = String.fromCharCode(...new TextEncoder().encode(name))
  const functions = { ...opened.analyzed.profile.functions, names: stringTableOf(['main', bytes]) }
  const profile = { ...opened.analyzed.profile, functions }
  return flatTable({ ...opened, analyzed: { ...opened.analyzed, profile } }, Uint32Array.of(0, 1), kind)
}

const bytesOf = async (name: string, kind: 'csv' | 'tsv'): Promise<Uint8Array> =>
  new Uint8Array(await (await tableWith(name, kind)).arrayBuffer())

describe('a table as a file', () => {
  it.each(['csv', 'tsv'] as const)(
    'begins with a mark of its encoding if there is need, %s',
    async (kind) => {
      const text = new TextDecoder()
      const plain = text.decode(await bytesOf('x', kind))
      expect(plain.slice(0, 6)).toBe('% time')
      const marked = await bytesOf('größe', kind)
      expect([...marked.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(text.decode(marked.subarray(3))).toBe(plain.replace(/x(?=\r?\n)/, 'größe'))
    },
  )

  it('has no mark once it is text, which is copied', async () => {
    expect((await (await tableWith('größe', 'tsv')).text()).slice(0, 6)).toBe('% time')
  })
})
