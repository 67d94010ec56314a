// Names for e_machine, for people only: no number depends on the machine.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'

const MACHINES: Readonly<Record<number, string>> = {
  2: 'SPARC',
  3: 'i386',
  4: 'Motorola 68000',
  8: 'MIPS',
  15: 'PA-RISC',
  18: 'SPARC v8+',
  20: 'PowerPC',
  21: 'PowerPC64',
  22: 'S/390',
  40: 'Arm',
  42: 'SuperH',
  43: 'SPARC v9',
  50: 'Itanium',
  62: 'x86-64',
  75: 'VAX',
  83: 'AVR',
  92: 'OpenRISC',
  93: 'ARC',
  94: 'Xtensa',
  105: 'MSP430',
  113: 'Nios II',
  164: 'Hexagon',
  183: 'AArch64',
  189: 'MicroBlaze',
  195: 'ARCv2',
  243: 'RISC-V',
  247: 'BPF',
  252: 'C-SKY',
  258: 'LoongArch',
  0x9026: 'Alpha',
}

/** "ELF 64-bit little-endian x86-64" */
export function describeElf(layout: ByteLayout, machine: number): string {
  const order = layout.bigEndian ? 'big' : 'little'
  return `ELF ${layout.wordSize * 8}-bit ${order}-endian ${MACHINES[machine] ?? `machine ${machine}`}`
}
