// What an ELF file is, in words.
import { machineName } from '../machines.ts'
import { FileType, type ElfHeader } from './types.ts'

/** "ELF 64-bit little-endian x86-64"; of what is no program also what it is. */
export function describeElf({ layout, machine, type, entry }: ElfHeader): string {
  const order = layout.bigEndian ? 'big' : 'little'
  const name = machineName(machine) ?? `machine ${machine}`
  return `ELF ${layout.wordSize * 8}-bit ${order}-endian ${name}${kindOf(type, entry)}`
}

function kindOf(type: number, entry: number): string {
  if (type === FileType.core) return ', core dump'
  if (type === FileType.relocatable) return ', object file'
  // A position-independent program begins somewhere.
  return type === FileType.dynamic && entry === 0 ? ', shared library' : ''
}
