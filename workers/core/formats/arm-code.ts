// Arm code, A32, T32 (Thumb-2), A64 → where its calls or jumps lead. Instructions are little-endian in
// every order.
import type { FoundBranch } from './branch.ts'

const viewOf = (code: Uint8Array): DataView => new DataView(code.buffer, code.byteOffset, code.byteLength)

/** B and BL. */
export function scanA64(code: Uint8Array, start: number, found: FoundBranch): void {
  const view = viewOf(code)
  for (let at = 0; at + 4 <= code.length; at += 4) {
    const word = view.getUint32(at, true)
    // BLR, authenticated too.
    if ((word & 0xfefff000) >>> 0 === 0xd63f0000) found(NaN, true, start + at + 4)
    // BR.
    if ((word & 0xfefff000) >>> 0 === 0xd61f0000) found(NaN, false, start + at + 4)
    if ((word & 0x7c000000) !== 0x14000000) continue
    found(start + at + ((word << 6) >> 4), word >>> 31 === 1, start + at + 4)
  }
}

/** Finds B, BL and BLX. Data between functions looks like code, so the caller passes code that starts at a function. */
export function scanArm(code: Uint8Array, start: number, found: FoundBranch): void {
  const view = viewOf(code)
  for (let at = 0; at + 4 <= code.length; at += 4) {
    const word = view.getUint32(at, true)
    const isUnconditional = word >>> 28 === 15
    // BLX of a register.
    if (!isUnconditional && (word & 0x0ffffff0) === 0x012fff30) found(NaN, true, start + at + 4)
    // BX of a register other than LR, which would be a return.
    if (!isUnconditional && (word & 0x0ffffff0) === 0x012fff10 && (word & 15) !== 14)
      found(NaN, false, start + at + 4)
    if ((word & 0x0e000000) !== 0x0a000000) continue
    const target = start + at + 8 + ((word << 8) >> 6)
    const next = start + at + 4
    if (isUnconditional) found(target + ((word >>> 23) & 2), true, next)
    else found(target, (word & 0x01000000) !== 0, next)
  }
}

/** BL, BLX and the long B; two halfwords each. */
export function scanThumb(code: Uint8Array, start: number, found: FoundBranch): void {
  const view = viewOf(code)
  for (let at = 0; at + 2 <= code.length;) {
    const first = view.getUint16(at, true)
    const isLong = first >>> 11 >= 0x1d
    if (isLong && at + 4 <= code.length) branch(start + at + 4, first, view.getUint16(at + 2, true), found)
    else if ((first & 0xff87) === 0x4780) found(NaN, true, start + at + 2)
    else if ((first & 0xff87) === 0x4700 && first !== 0x4770) found(NaN, false, start + at + 2)
    else if (first >>> 11 === 0x1c) found(start + at + 4 + ((first << 21) >> 20), false, start + at + 2)
    at += isLong ? 4 : 2
  }
}

function branch(pc: number, first: number, second: number, found: FoundBranch): void {
  if (first >>> 11 !== 0x1e) return
  const kind = second & 0xd000
  if (kind !== 0xd000 && kind !== 0xc000 && kind !== 0x9000) return
  const sign = (first >>> 10) & 1
  const high = ~((second >>> 13) ^ sign) & 1
  const low = ~((second >>> 11) ^ sign) & 1
  const distance =
    ((sign << 31) >> 7) | (high << 23) | (low << 22) | ((first & 0x3ff) << 12) | ((second & 0x7ff) << 1)
  // BLX goes to A32 code, whose addresses are whole words.
  if (kind === 0xc000) found(Math.floor((pc + distance) / 4) * 4, true, pc)
  else found(pc + distance, kind === 0xd000, pc)
}
