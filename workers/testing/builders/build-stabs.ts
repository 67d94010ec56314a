// Makes debugging information in stabs from a list of entries. Nothing is checked on the way.
import { byteWriter } from './byte-writer.ts'

/** Types of entries that mean something to lines, and one that does not. */
export const STAB = {
  function: 0x24,
  line: 0x44,
  dataLine: 0x46,
  bssLine: 0x48,
  source: 0x64,
  local: 0x80,
  included: 0x84,
} as const

export interface StabEntry {
  readonly type: (typeof STAB)[keyof typeof STAB]
  /** A binary string; "" for none. */
  readonly text?: string
  /** The line, of a line. */
  readonly description?: number
  /** An address; of a line, from the beginning of its function. */
  readonly value: number
}

export interface StabsSpec {
  readonly bigEndian?: boolean
  /** Object files; each has a header and strings of its own, as where the linker does not join them. */
  readonly objects: readonly (readonly StabEntry[])[]
}

/** The sections by name. */
export function stabsSections({
  objects,
  bigEndian = false,
}: StabsSpec): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] {
  const order = { wordSize: 4, bigEndian } as const
  const [entries, strings] = [byteWriter(order), byteWriter(order)]
  for (const object of objects) {
    const base = strings.length()
    strings.zeros(1)
    const offsets = object.map(({ text = '' }) => {
      if (text === '') return 0
      const at = strings.length() - base
      strings.text(text)
      strings.zeros(1)
      return at
    })
    // The header: how many entries follow it, and how long its strings are.
    entries.u32(0)
    entries.u16(0)
    entries.u16(object.length)
    entries.u32(strings.length() - base)
    for (const [at, { type, description = 0, value }] of object.entries()) {
      entries.u32(offsets[at])
      entries.u8(type)
      entries.u8(0)
      entries.u16(description)
      entries.u32(value)
    }
  }
  return [
    ['.stab', entries.done()],
    ['.stabstr', strings.done()],
  ]
}
