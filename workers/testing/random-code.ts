// Machine code for `-c` to look through: bytes of chance with calls among them, to where functions start and to elsewhere.
import type { ElfSpec } from './build-elf.ts'
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
