// What all of DWARF's sections are written with: their shape, lengths, and numbers of any size.
import type { ByteWriter } from './byte-writer.ts'

export interface Shape {
  readonly version: number
  readonly offsetSize: 4 | 8
  readonly addressSize: 4 | 8
  readonly bigEndian: boolean
  /** Where lists of ranges have been written. */
  readonly known: Map<object, number>
}

export function uleb(out: ByteWriter, value: number): void {
  let left = value
  do {
    const byte = left % 128
    left = Math.floor(left / 128)
    out.u8(left > 0 ? byte + 128 : byte)
  } while (left > 0)
}

/** Small negative numbers too. */
export function sleb(out: ByteWriter, value: number): void {
  let left = value
  for (;;) {
    const byte = left & 0x7f
    left >>= 7
    const isLast = (left === 0 && byte < 64) || (left === -1 && byte >= 64)
    out.u8(isLast ? byte : byte + 128)
    if (isLast) return
  }
}

export function offset(out: ByteWriter, { offsetSize }: Shape, value: number): void {
  if (offsetSize === 8) out.u64(value)
  else out.u32(value)
}

export function withLength(out: ByteWriter, shape: Shape, body: Uint8Array): void {
  if (shape.offsetSize === 8) out.u32(0xffffffff)
  offset(out, shape, body.length)
  out.bytes(body)
}

export const string = (out: ByteWriter, text: string): void => {
  out.text(text)
  out.u8(0)
}

/** An offset in the sections that have 4 bytes before version 4 (data4) and the offset's size since. */
export function sectionOffset(out: ByteWriter, shape: Shape, value: number): void {
  if (shape.version >= 4) offset(out, shape, value)
  else out.u32(value)
}
