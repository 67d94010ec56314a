// x86 code, 32 or 64 bits → where its calls and jumps lead.
import type { FoundBranch } from './found-branch.ts'
import { x86Length } from './x86-length.ts'

const TWO_TO_32 = 2 ** 32

export function scanX86(code: Uint8Array, start: number, is64: boolean, found: FoundBranch): void {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  const reach = (target: number, isCall: boolean, next: number): void =>
    found(is64 ? target : ((target % TWO_TO_32) + TWO_TO_32) % TWO_TO_32, isCall, next)
  for (let at = 0; at < code.length;) {
    const length = x86Length(code, at, is64)
    // What cannot be decoded is passed over byte by byte, as disassemblers do.
    if (length <= 0 || at + length > code.length) {
      at++
      continue
    }
    const opcodeAt = skipPrefixes(code, at, at + length, is64)
    const end = at + length
    const opcode = code[opcodeAt]
    // CALL of a register or of memory.
    if (opcode === 0xff && opcodeAt + 1 < end && ((code[opcodeAt + 1] >>> 3) & 7) === 2)
      found(NaN, true, start + end)
    if (opcode === 0xe8 || opcode === 0xe9) {
      if (end - opcodeAt === 5)
        reach(start + end + view.getInt32(opcodeAt + 1, true), opcode === 0xe8, start + end)
    } else if (opcode === 0xeb || (opcode >= 0x70 && opcode <= 0x7f)) {
      reach(start + end + view.getInt8(opcodeAt + 1), false, start + end)
    } else if (opcode === 0x0f && code[opcodeAt + 1] >= 0x80 && code[opcodeAt + 1] <= 0x8f) {
      if (end - opcodeAt === 6) reach(start + end + view.getInt32(opcodeAt + 2, true), false, start + end)
    }
    at = end
  }
}

function skipPrefixes(code: Uint8Array, from: number, end: number, is64: boolean): number {
  let at = from
  while (at < end - 1 && isPrefix(code[at], is64)) at++
  return at
}

function isPrefix(byte: number, is64: boolean): boolean {
  if (is64 && byte >= 0x40 && byte <= 0x4f) return true
  return byte === 0x66 || byte === 0x67 || byte === 0xf2 || byte === 0xf3 || byte === 0x2e || byte === 0x3e
}
