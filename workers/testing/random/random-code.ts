// Machine code for `-c` to look through: bytes of chance with calls among them, to where functions start and to elsewhere.
import type { ElfSpec } from '../builders/build-elf.ts'
import type { Random } from './random.ts'

const CALL = 0xe8
const MOST = 65536

/** The same program with bytes in `.text`, of which some call. */
export function withCalls(random: Random, elf: ElfSpec): ElfSpec {
  const { text } = elf
  if (text === undefined || text === null) return elf
  const start = Number(text.address)
  const size = Math.min(MOST, text.size ?? 0)
  const bytes = Uint8Array.from({ length: size }, () => (random.chance(0.05) ? CALL : random.below(256)))
  const view = new DataView(bytes.buffer)
  const targets = (elf.symbols ?? []).map(({ address }) => Number(address))
  if (targets.length === 0 || size <= 5) return elf
  for (let calls = random.between(1, 40); calls > 0; calls--) {
    const at = random.below(size - 4)
    bytes[at] = CALL
    const target = random.pick(targets) + (random.chance(0.1) ? 1 : 0)
    view.setUint32(at + 1, (target - (start + at + 5)) >>> 0, true)
  }
  return { ...elf, text: { address: text.address, bytes, size } }
}

const NOP = 0x90

/** x86 code of nothing but calls forwards, one after the other, to where functions start; null for other programs. */
export function withForwardCalls(random: Random, elf: ElfSpec): ElfSpec | null {
  const { text, machine = 62 } = elf
  if (text === undefined || text === null || (machine !== 3 && machine !== 62)) return null
  const start = Number(text.address)
  const size = Math.min(MOST, text.size ?? 0)
  const bytes = new Uint8Array(size).fill(NOP)
  const view = new DataView(bytes.buffer)
  const targets = (elf.symbols ?? []).map(({ address }) => Number(address)).toSorted((a, b) => a - b)
  let at = 0
  while (at + 5 <= size) {
    const end = start + at + 5
    const ahead = targets.filter((target) => target >= end && target < start + size)
    // A distance with the byte of a call in it would be another call to gprof.
    const target = ahead.length > 0 && random.chance(0.3) ? random.pick(ahead) : end
    const near = ((target - end) & 0xff) === CALL || (((target - end) >> 8) & 0xff) === CALL
    if (target > end && !near) {
      bytes[at] = CALL
      view.setUint32(at + 1, target - end, true)
    }
    at += random.between(5, 12)
  }
  return { ...elf, text: { address: text.address, bytes, size } }
}
