// Mach-O's codes for processors: their names for people, and ELF's codes, by which the rest of the program knows them.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'

const MACHINES: Readonly<Record<number, { readonly name: string; readonly elf: number }>> = {
  0x0000_0007: { name: 'i386', elf: 3 },
  0x0100_0007: { name: 'x86-64', elf: 62 },
  0x0000_000c: { name: 'Arm', elf: 40 },
  0x0100_000c: { name: 'AArch64', elf: 183 },
  0x0000_0012: { name: 'PowerPC', elf: 20 },
  0x0100_0012: { name: 'PowerPC64', elf: 21 },
}

export const elfMachine = (cpu: number): number => MACHINES[cpu]?.elf ?? 0

/** "Mach-O 64-bit x86-64" */
export function describeMach({ wordSize }: ByteLayout, cpu: number): string {
  return `Mach-O ${8 * wordSize}-bit ${MACHINES[cpu]?.name ?? `processor 0x${cpu.toString(16)}`}`
}
