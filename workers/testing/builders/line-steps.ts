// A line program opcode by opcode, for what no compiler writes, or hardly ever.
import type { LineStep } from './dwarf-spec.ts'
import type { ByteWriter } from './byte-writer.ts'
import { sleb, string, uleb, type Shape } from './dwarf-values.ts'

export function writeSteps(out: ByteWriter, steps: readonly LineStep[], { addressSize }: Shape): void {
  for (const step of steps) writeStep(out, step, addressSize)
}

function writeStep(out: ByteWriter, step: LineStep, addressSize: number): void {
  switch (step[0]) {
    case 'copy':
      out.u8(1)
      break
    case 'advancePc':
      out.u8(2)
      uleb64(out, step[1])
      break
    case 'advanceLine':
      out.u8(3)
      sleb(out, step[1])
      break
    case 'file':
      out.u8(4)
      uleb(out, step[1])
      break
    case 'constAddPc':
      out.u8(8)
      break
    case 'fixedAdvancePc':
      out.u8(9)
      out.u16(step[1])
      break
    case 'address':
      out.bytes(Uint8Array.of(0, 1 + addressSize, 2))
      out.word(step[1])
      break
    case 'end':
      out.bytes(Uint8Array.of(0, 1, 1))
      break
    case 'defineFile':
      out.bytes(Uint8Array.of(0, step[1].length + 5, 3))
      string(out, step[1])
      out.bytes(Uint8Array.of(0, 0, 0))
      break
    case 'bytes':
      out.bytes(Uint8Array.from(step[1]))
  }
}

/** A negative number wraps, as it does when it is added to an address. */
function uleb64(out: ByteWriter, value: number): void {
  if (value >= 0) return uleb(out, value)
  let left = BigInt.asUintN(64, BigInt(value))
  for (; left >= 128n; left >>= 7n) out.u8(Number(left & 127n) + 128)
  out.u8(Number(left))
}
