// Numbers in a tar file's headers.
import { binaryString } from '../base/string-table.ts'

/** Null for what is no number; GNU writes large ones in base 256, the first bit set. */
export function octal(block: Uint8Array, at: number, length: number): number | null {
  if (block[at] === 0x80) {
    let value = 0
    for (let byte = at + 1; byte < at + length; byte++) value = value * 256 + block[byte]
    return Number.isSafeInteger(value) ? value : null
  }
  const text = binaryString(block, at, at + length)
    .replace(/^ +/, '')
    .replace(/[ \0].*$/s, '')
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null
}
