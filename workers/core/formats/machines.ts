// Names of machines, for people only. ELF's e_machine stands for a machine whatever the format that names it.

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

/** Undefined for one that few have. */
export const machineName = (machine: number): string | undefined => NAMES[machine]
