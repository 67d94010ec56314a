// Machine code of x86, Arm and RISC-V: finds the addresses that it calls or jumps to directly. Decodes
// lengths from the start of a function, so that no call is found inside another instruction.
import { ARM } from './executables.ts'

/**
 * Receives a branch that was found.
 *
 * @param target link-time address that the instruction names; NaN for one that a register or memory holds
 * @param isCall whether it returns; a jump may still be a call as the last act of a function
 * @param next address behind the instruction, to which a call returns
 */
export type FoundBranch = (target: number, isCall: boolean, next: number) => void

/**
 * Calls `found` for each branch in `code`, ascending. `start` is the link-time address of the first byte,
 * where an instruction begins.
 */
export type ScanBranches = (code: Uint8Array, start: number, found: FoundBranch) => void

// Which processors' calls are found, and by which scan.

/** ELF e_machine. */
const X86 = 3
const X86_64 = 62
const AARCH64 = 183
const RISCV = 243

/**
 * Returns the function that finds calls and jumps in a machine's code; null for a machine whose
 * code is not decoded.
 *
 * @param machine ELF e_machine
 * @param isThumb for Arm: which of its two instruction sets, as symbols say
 */
export function scanFor(machine: number, wordSize: 4 | 8, isThumb: boolean): ScanBranches | null {
  switch (machine) {
    case X86:
      return (code, start, found) => scanX86(code, start, false, found)
    case X86_64:
      return (code, start, found) => scanX86(code, start, true, found)
    case ARM:
      return isThumb ? scanThumb : scanArm
    case AARCH64:
      return scanA64
    case RISCV:
      return (code, start, found) => scanRiscv(code, start, wordSize, found)
    default:
      return null
  }
}

// x86 code, 32 or 64 bits → where its calls and jumps lead.

const TWO_TO_32 = 2 ** 32

/**
 * Finds calls and jumps in x86 code, in ascending order. Bytes that cannot be decoded are skipped one by one.
 *
 * @param start link-time address of the first byte, where an instruction begins
 * @param is64 whether the code is x86-64; 32-bit targets wrap at 2^32
 * @param found receives the target (NaN for one in a register or memory), whether it is a call, and the
 *   address behind the instruction
 */
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
    // CALL and JMP through a register or memory.
    if (opcode === 0xff && opcodeAt + 1 < end) {
      const kind = (code[opcodeAt + 1] >>> 3) & 7
      if (kind === 2 || kind === 4) found(NaN, kind === 2, start + end)
    }
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

/**
 * The length of one x86 instruction, by its prefixes, opcode map, addressing byte and immediate.
 *
 * Errors:  0 for what is no instruction or is cut off.
 * Source:  Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2 and appendix A.
 */

/** What follows an opcode. `z`: 4 bytes, 2 with the 66 prefix; `v`: z, or 8 with REX.W; `f`: a far pointer; `o`: an offset. */
const NONE = 0
const MODRM = 1
const IMM8 = 2
const IMM16 = 4
const IMMZ = 8
const IMMV = 16
const FAR = 32
const OFFSET = 64
/** An immediate only if the addressing byte's middle field is 0 or 1: TEST among the F6 and F7 groups. */
const TEST = 128
const BAD = 256

/** First opcode map, sixteen opcodes a line. */
const ONE_BYTE = table(`
mmmmbz..mmmmbz..  mmmmbz..mmmmbz..  mmmmbz..mmmmbz..  mmmmbz..mmmmbz..
................  ................  ..mm....zMbB....  bbbbbbbbbbbbbbbb
BMBBmmmmmmmmmmmm  ..........f.....  oooo....bz......  bbbbbbbbvvvvvvvv
BBw.mmBMe.w..b..  mmmmbb..mmmmmmmm  bbbbbbbbzzfb....  ......tT......mm
`)

/** Second map, behind 0F. */
const TWO_BYTE = table(`
mmmm......x..m.B  mmmmmmmmmmmmmmmm  mmmmmmmmmmmmmmmm  ................
mmmmmmmmmmmmmmmm  mmmmmmmmmmmmmmmm  mmmmmmmmmmmmmmmm  BBBBmmm.mmmmmmmm
zzzzzzzzzzzzzzzz  mmmmmmmmmmmmmmmm  ...mBmmm...mBmmm  mmmmmmmmmmBmmmmm
mmBmBBBm........  mmmmmmmmmmmmmmmm  mmmmmmmmmmmmmmmm  mmmmmmmmmmmmmmmm
`)

function table(text: string): Uint16Array {
  const kinds: Readonly<Record<string, number>> = {
    '.': NONE,
    m: MODRM,
    b: IMM8,
    z: IMMZ,
    v: IMMV,
    w: IMM16,
    e: IMM16 | IMM8,
    f: FAR,
    o: OFFSET,
    B: MODRM | IMM8,
    M: MODRM | IMMZ,
    t: MODRM | TEST | IMM8,
    T: MODRM | TEST | IMMZ,
    x: BAD,
  }
  return Uint16Array.from(text.replaceAll(/\s/g, ''), (letter) => kinds[letter] ?? BAD)
}

/** One-byte opcodes that 64-bit code has no more. */
const NOT_IN_64 = new Set([
  0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27, 0x2f, 0x37, 0x3f, 0x60, 0x61, 0x82, 0x9a, 0xce, 0xd4, 0xd5,
  0xd6, 0xea,
])

const LONGEST = 15

function x86Length(code: Uint8Array, start: number, is64: boolean): number {
  const limit = Math.min(code.length, start + LONGEST)
  let at = start
  let narrow = false
  let shortAddress = false
  for (; at < limit; at++) {
    const byte = code[at]
    if (byte === 0x66) narrow = true
    else if (byte === 0x67) shortAddress = true
    else if (!isOtherPrefix(byte)) break
  }
  let wide = false
  if (is64 && at < limit && (code[at] & 0xf0) === 0x40) wide = (code[at++] & 8) !== 0
  // REX.W goes before the 66 prefix.
  if (wide) narrow = false
  if (at >= limit) return 0

  let kind: number
  const opcode = code[at++]
  const next = at < limit ? code[at] : 0
  if (opcode === 0x0f) {
    at++
    if (next === 0x38 || next === 0x3a) {
      at++
      kind = next === 0x38 ? MODRM : MODRM | IMM8
    } else kind = TWO_BYTE[next]
  } else if ((opcode === 0xc4 || opcode === 0xc5 || opcode === 0x62) && (is64 || next >= 0xc0)) {
    const payload = opcode === 0xc5 ? 1 : opcode === 0xc4 ? 2 : 3
    const map = opcode === 0xc5 ? 1 : next & (opcode === 0xc4 ? 31 : 7)
    at += payload + 1
    if (at > limit) return 0
    kind = map === 1 ? vectorKind(code[at - 1]) : map === 3 ? MODRM | IMM8 : MODRM
  } else if (opcode === 0x8f && (next & 31) >= 8) {
    // AMD's XOP: three maps, the first with a byte behind, the last with four.
    at += 3
    const map = next & 31
    kind = map === 8 ? MODRM | IMM8 : map === 9 ? MODRM : MODRM | IMMZ
    narrow = false
  } else {
    if (is64 && NOT_IN_64.has(opcode)) return 0
    kind = ONE_BYTE[opcode]
    // BOUND, LES and LDS, as 32-bit code has them.
    if (!is64 && (opcode === 0x62 || opcode === 0xc4 || opcode === 0xc5)) kind = MODRM
    // Near branches keep 32 bits in 64-bit code, whatever the prefix.
    if (is64 && (opcode === 0xe8 || opcode === 0xe9)) narrow = false
  }
  if ((kind & BAD) !== 0) return 0

  let isTest = true
  if ((kind & MODRM) !== 0) {
    if (at >= limit) return 0
    isTest = (code[at] & 0x30) === 0
    at += modrmLength(code, at, !is64 && shortAddress)
  }
  if ((kind & TEST) === 0 || isTest) at += immediateLength(kind, narrow, wide)
  if ((kind & OFFSET) !== 0) at += is64 ? (shortAddress ? 4 : 8) : shortAddress ? 2 : 4
  return at <= limit ? at - start : 0
}

function isOtherPrefix(byte: number): boolean {
  if (byte >= 0xf0) return byte === 0xf0 || byte === 0xf2 || byte === 0xf3
  return byte === 0x2e || byte === 0x36 || byte === 0x3e || byte === 0x26 || byte === 0x64 || byte === 0x65
}

/** Of the second map behind a vector prefix. */
function vectorKind(opcode: number): number {
  if (opcode === 0x77) return NONE
  const hasImmediate =
    (opcode >= 0x70 && opcode <= 0x73) || opcode === 0xc2 || (opcode >= 0xc4 && opcode <= 0xc6)
  return hasImmediate ? MODRM | IMM8 : MODRM
}

function immediateLength(kind: number, narrow: boolean, wide: boolean): number {
  const z = narrow ? 2 : 4
  let length = 0
  if ((kind & IMM8) !== 0) length += 1
  if ((kind & IMM16) !== 0) length += 2
  if ((kind & IMMZ) !== 0) length += z
  if ((kind & IMMV) !== 0) length += wide ? 8 : z
  if ((kind & FAR) !== 0) length += z + 2
  return length
}

/** The addressing byte with what belongs to it. */
function modrmLength(code: Uint8Array, at: number, is16: boolean): number {
  const mod = code[at] >> 6
  const rm = code[at] & 7
  if (mod === 3) return 1
  if (is16) return mod === 0 ? (rm === 6 ? 3 : 1) : 1 + mod
  const displacement = mod === 1 ? 1 : mod === 2 ? 4 : 0
  if (rm !== 4) return 1 + (mod === 0 && rm === 5 ? 4 : displacement)
  const base = at + 1 < code.length ? code[at + 1] & 7 : 0
  return 2 + (mod === 0 && base === 5 ? 4 : displacement)
}

// Arm code, A32, T32 (Thumb-2) and A64 → where its calls and jumps lead. Instructions are little-endian in every order.

const viewOf = (code: Uint8Array): DataView => new DataView(code.buffer, code.byteOffset, code.byteLength)

/** B and BL. */
function scanA64(code: Uint8Array, start: number, found: FoundBranch): void {
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
function scanArm(code: Uint8Array, start: number, found: FoundBranch): void {
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
function scanThumb(code: Uint8Array, start: number, found: FoundBranch): void {
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

// RISC-V code, with or without compressed instructions → where its calls and jumps lead.

const JAL = 0x6f
const JALR = 0x67
const AUIPC = 0x17
/** The registers that a call leaves its return address in. */
const isLink = (register: number): boolean => register === 1 || register === 5

/** JAL, AUIPC with the JALR behind it, and the compressed J and JAL. */
function scanRiscv(code: Uint8Array, start: number, wordSize: 4 | 8, found: FoundBranch): void {
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
