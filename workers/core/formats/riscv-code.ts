// RISC-V code, with or without compressed instructions → where its calls or jumps lead.
import type { FoundBranch } from './branch.ts'

const JAL = 0x6f
const JALR = 0x67
const AUIPC = 0x17
/** The registers that a call leaves its return address in. */
const isLink = (register: number): boolean => register === 1 || register === 5

/** JAL, AUIPC with the JALR behind it, and the compressed J and JAL. */
export function scanRiscv(code: Uint8Array, start: number, wordSize: 4 | 8, found: FoundBranch): void {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  for (let at = 0; at + 2 <= code.length;) {
    const half = view.getUint16(at, true)
    if ((half & 3) !== 3) {
      const isJump = (half & 0xe003) === 0xa001
      // What is C.JAL on 32 bits is C.ADDIW on 64.
      const isCall = wordSize === 4 && (half & 0xe003) === 0x2001
      if (isJump || isCall) found(start + at + compressedDistance(half), isCall, start + at + 2)
      // C.JALR; without a register it is C.EBREAK.
      if ((half & 0xf07f) === 0x9002 && (half & 0xf80) !== 0) found(NaN, true, start + at + 2)
      // C.JR, but of a return address.
      if ((half & 0xf07f) === 0x8002 && (half & 0xf80) !== 0 && !isLink((half >>> 7) & 31))
        found(NaN, false, start + at + 2)
      at += 2
      continue
    }
    if (at + 4 > code.length) return
    const word = view.getUint32(at, true)
    const register = (word >>> 7) & 31
    if ((word & 0x7f) === JAL) {
      if (register === 0 || isLink(register))
        found(start + at + jalDistance(word), isLink(register), start + at + 4)
    } else if ((word & 0x707f) === JALR) {
      if (isLink(register)) found(NaN, true, start + at + 4)
      else if (!isLink((word >>> 15) & 31)) found(NaN, false, start + at + 4)
    } else if ((word & 0x7f) === AUIPC && at + 8 <= code.length) {
      const next = view.getUint32(at + 4, true)
      const back = (next >>> 7) & 31
      const isPair = (next & 0x707f) === JALR && ((next >>> 15) & 31) === register
      if (isPair && (back === 0 || isLink(back))) {
        found(start + at + (word & ~0xfff) + ((next | 0) >> 20), isLink(back), start + at + 8)
        at += 4
      }
    }
    at += 4
  }
}

function jalDistance(word: number): number {
  const sign = (word | 0) >> 31
  return (sign << 20) | (word & 0xff000) | (((word >>> 20) & 1) << 11) | (((word >>> 21) & 0x3ff) << 1)
}

function compressedDistance(half: number): number {
  const bit = (from: number, to: number): number => ((half >>> from) & 1) << to
  const distance =
    bit(12, 11) |
    bit(11, 4) |
    bit(10, 9) |
    bit(9, 8) |
    bit(8, 10) |
    bit(7, 6) |
    bit(6, 7) |
    bit(5, 3) |
    bit(4, 2) |
    bit(3, 1) |
    bit(2, 5)
  return (distance << 20) >> 20
}
