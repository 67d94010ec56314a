// What an ELF file is, in words.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'
import { machineName } from '../machines.ts'

/** "ELF 64-bit little-endian x86-64" */
export function describeElf(layout: ByteLayout, machine: number): string {
  const order = layout.bigEndian ? 'big' : 'little'
  return `ELF ${layout.wordSize * 8}-bit ${order}-endian ${machineName(machine) ?? `machine ${machine}`}`
}
