// Rows of a line program by all the opcodes there are, as compilers choose among them, instead of by the same few.
import type { DwarfUnit, LineOpcodes } from './dwarf-spec.ts'
import type { ByteWriter } from './byte-writer.ts'
import { sleb, string, uleb, type Shape } from './dwarf-values.ts'

const FILE = 4
const ADVANCE_PC = 2
const ADVANCE_LINE = 3
const CONST_ADD_PC = 8
const FIXED_ADVANCE_PC = 9

/** Which opcodes come next is counted on from row to row, so that the same rows always have the same bytes. */
export function writeVariedSequence(
  out: ByteWriter,
  rows: DwarfUnit['sequences'][number],
  { addressSize, version }: Shape,
  { leastInstruction, base, range, opcodeBase }: LineOpcodes,
): void {
  let [address, line] = [0, 1]
  rows.forEach(([next, file, nextLine], nth) => {
    const isLast = nth === rows.length - 1
    const steps = (next - address) / leastInstruction
    const isNear = nth > 0 && steps >= 0 && Number.isInteger(steps)
    if (!isNear) {
      out.bytes(Uint8Array.of(0, 1 + addressSize, 2))
      out.word(next)
    }
    let left = isNear ? steps : 0
    address = next
    if (!isLast) {
      if (file !== null) {
        out.u8(FILE)
        uleb(out, file)
      }
      writeBystanders(out, nth, version, opcodeBase)
    }
    const added = Math.floor((255 - opcodeBase) / range)
    const way = (nth + next) % 4
    if (way === 1 && left >= added) {
      out.u8(CONST_ADD_PC)
      left -= added
    } else if (way === 2 && left * leastInstruction < 0x10000) {
      out.u8(FIXED_ADVANCE_PC)
      out.u16(left * leastInstruction)
      left = 0
    }
    if (isLast) {
      if (left > 0) advance(out, left)
      out.bytes(Uint8Array.of(0, 1, 1))
      return
    }
    let lines = nextLine - line
    line = nextLine
    if (lines < base || lines >= base + range || way === 3) {
      out.u8(ADVANCE_LINE)
      sleb(out, lines)
      lines = 0
    }
    const special = opcodeBase + (lines - base) + range * left
    if (lines >= base && lines < base + range && special <= 255) out.u8(special)
    else {
      if (left > 0) advance(out, left)
      if (lines !== 0) {
        out.u8(ADVANCE_LINE)
        sleb(out, lines)
      }
      out.u8(1)
    }
  })
}

function advance(out: ByteWriter, steps: number): void {
  out.u8(ADVANCE_PC)
  uleb(out, steps)
}

/** Opcodes that change neither address, file nor line. */
function writeBystanders(out: ByteWriter, nth: number, version: number, opcodeBase: number): void {
  switch (nth % 7) {
    case 0:
      out.bytes(Uint8Array.of(5, 17))
      break
    case 1:
      out.u8(6)
      break
    case 2:
      out.u8(7)
      break
    case 3:
      if (opcodeBase > 12) out.bytes(Uint8Array.of(10, 11, 12, 0x81, 0x01))
      break
    case 4:
      // A discriminator.
      out.bytes(Uint8Array.of(0, 3, 4, 0x85, 0x01))
      break
    case 5:
      // The first that no version knows.
      if (opcodeBase > 13) out.bytes(Uint8Array.of(13, 0x80, 0x01, 3))
      break
    case 6:
      if (version < 5) {
        // A file more.
        out.bytes(Uint8Array.of(0, 10, 3))
        string(out, 'def.c')
        out.bytes(Uint8Array.of(0, 0, 0))
      }
  }
}

/** Operands of the standard opcodes, and of one that is none of them. */
export const OPERANDS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2] as const
