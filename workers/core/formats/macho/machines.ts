// Mach-O's codes for processors as ELF's, by which the rest of the program knows them, and what such a file is in words.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'
import { machineName } from '../machines.ts'

const ELF_MACHINES: Readonly<Record<number, number>> = {
  0x0000_0007: 3,
  0x0100_0007: 62,
  0x0000_000c: 40,
  0x0100_000c: 183,
  0x0000_0012: 20,
  0x0100_0012: 21,
}

/** 0 for one that is not known here. */
export const elfMachine = (cpu: number): number => ELF_MACHINES[cpu] ?? 0

/** "Mach-O 64-bit x86-64" */
export function describeMach({ wordSize }: ByteLayout, cpu: number): string {
  return `Mach-O ${8 * wordSize}-bit ${machineName(elfMachine(cpu)) ?? `processor 0x${cpu.toString(16)}`}`
}
