// Which processors' calls are found, and by which scan.
import { scanA64, scanArm, scanThumb } from './arm.ts'
import type { ScanBranches } from './found-branch.ts'
import { scanRiscv } from './riscv.ts'
import { ARM } from './thumb.ts'
import { scanX86 } from './x86.ts'

/** ELF e_machine. */
const X86 = 3
const X86_64 = 62
const AARCH64 = 183
const RISCV = 243

/** Null where calls are not known. Arm's code is of two kinds, and its symbols say which. */
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
