// x86 code, 32 or 64 bits → where its calls or jumps lead.
import type { FoundBranch } from './branch.ts'

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
