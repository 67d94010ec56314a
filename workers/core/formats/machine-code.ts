// Scans machine code for the addresses that it calls or jumps to directly, on x86, Arm, RISC-V. Lengths
// are decoded from the start of a function, so that no call is found inside another instruction.
import { ARM } from './machines.ts'
import type { ScanBranches } from './branch.ts'
import { scanX86 } from './x86-code.ts'
import { scanThumb, scanArm, scanA64 } from './arm-code.ts'
import { scanRiscv } from './riscv-code.ts'

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
