// COFF's codes for processors: their names for people, and ELF's codes, by which the rest of the program knows them.

interface Machine {
  readonly name: string
  readonly elf: number
}

const MACHINES: Readonly<Record<number, Machine>> = {
  0x14c: { name: 'i386', elf: 3 },
  0x166: { name: 'MIPS', elf: 8 },
  0x1a6: { name: 'SuperH', elf: 42 },
  0x1c0: { name: 'Arm', elf: 40 },
  0x1c2: { name: 'Arm (Thumb)', elf: 40 },
  0x1c4: { name: 'Arm (Thumb-2)', elf: 40 },
  0x1f0: { name: 'PowerPC', elf: 20 },
  0x5032: { name: 'RISC-V', elf: 243 },
  0x5064: { name: 'RISC-V', elf: 243 },
  0x6264: { name: 'LoongArch', elf: 258 },
  0x8664: { name: 'x86-64', elf: 62 },
  0xaa64: { name: 'AArch64', elf: 183 },
}

export const I386 = 0x14c

export const elfMachine = (machine: number): number => MACHINES[machine]?.elf ?? 0

/** "PE 64-bit x86-64" */
export function describePe(wide: boolean, machine: number): string {
  const name = MACHINES[machine]?.name ?? `machine 0x${machine.toString(16)}`
  return `PE ${wide ? 64 : 32}-bit ${name}`
}
