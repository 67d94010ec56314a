// COFF's codes for processors as ELF's, by which the rest of the program knows them, and what such a file is in words.
import { machineName } from '../machines.ts'

export const I386 = 0x14c

const ELF_MACHINES: Readonly<Record<number, number>> = {
  [I386]: 3,
  0x166: 8,
  0x1a6: 42,
  0x1c0: 40,
  0x1c2: 40,
  0x1c4: 40,
  0x1f0: 20,
  0x5032: 243,
  0x5064: 243,
  0x6264: 258,
  0x8664: 62,
  0xaa64: 183,
}

/** What ELF does not tell apart. */
const NARROWER: Readonly<Record<number, string>> = { 0x1c2: 'Arm (Thumb)', 0x1c4: 'Arm (Thumb-2)' }

/** 0 for one that is not known here. */
export const elfMachine = (machine: number): number => ELF_MACHINES[machine] ?? 0

/** "PE 64-bit x86-64" */
export function describePe(wide: boolean, machine: number): string {
  const name = NARROWER[machine] ?? machineName(elfMachine(machine)) ?? `machine 0x${machine.toString(16)}`
  return `PE ${wide ? 64 : 32}-bit ${name}`
}
