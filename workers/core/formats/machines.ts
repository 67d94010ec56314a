// Machines by ELF’s e_machine, in which every file format is recorded. Separate from the decoders, which
// are loaded on demand.

const NAMES: Readonly<Record<number, string>> = {
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

/** Returns the name of a machine ("x86-64") by its ELF e_machine; undefined for a rare one. */
export const machineName = (machine: number): string | undefined => NAMES[machine]

/** ELF e_machine. */
export const ARM = 40

/** Whether functions of a program for this ELF e_machine may be Thumb code: 32-bit Arm only. */
export const hasThumb = (machine: number): boolean => machine === ARM
