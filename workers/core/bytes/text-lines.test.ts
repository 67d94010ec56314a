// Tests of text lines: the same lines for each encoding and each division into pieces.
import { describe, expect, it } from 'vitest'
import { TextLines } from './text-lines.ts'

function linesOf(bytes: Uint8Array, piece: number): string[] {
  const lines: string[] = []
  const text = new TextLines((line) => lines.push(line))
  for (let at = 0; at < bytes.length; at += piece) text.push(bytes.subarray(at, at + piece))
  text.end()
  return lines
}

const TEXT = 'first\n\n  second \nthird'
const LINES = ['first', '', '  second', 'third']
const wide = (text: string) => Buffer.from(text, 'utf16le')

describe('lines of a text', () => {
  it.each([
    ['with LF', Buffer.from(TEXT)],
    ['with CR LF', Buffer.from(TEXT.replaceAll('\n', '\r\n'))],
    ['with CR', Buffer.from(TEXT.replaceAll('\n', '\r'))],
    ['in UTF-16 with a mark', wide(`\ufeff${TEXT}`)],
    ['in UTF-16 without one', wide(TEXT)],
    ['in big-endian UTF-16 without one', wide(TEXT).swap16()],
    ['in UTF-16 with CR', wide(TEXT.replaceAll('\n', '\r'))],
  ])('%s', (_, bytes) => {
    for (const piece of [2, 3, 5, 1000]) expect(linesOf(bytes, piece)).toEqual(LINES)
  })

  it('end at LF alone where there are any: what stood before a CR was written over', () => {
    expect(linesOf(Buffer.from('10 %\r20 %\ndone\r\n'), 1000)).toEqual(['10 %\r20 %', 'done'])
  })
})
