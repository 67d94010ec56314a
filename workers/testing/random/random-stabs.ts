// Made-up stabs for a made-up program: mostly as a compiler writes them, and now and then with an entry in an unusual place.
import type { ElfSpec } from '../builders/build-elf.ts'
import { STAB, type StabEntry, type StabsSpec } from '../builders/build-stabs.ts'
import { SOURCE_FILES } from './random-lines.ts'
import type { Random } from './random.ts'

const FILES = [...SOURCE_FILES, '/abs/else.c'] as const

/** Null where the code is too long to be gone through address by address, or is beyond what an entry can hold. */
export function randomStabs(random: Random, elf: ElfSpec): StabsSpec | null {
  const { text, bigEndian = false } = elf
  if (text === null || text === undefined) return null
  const low = Number(text.address)
  const high = low + (text.size ?? text.bytes?.length ?? 0)
  if (high - low > 0x4000 || high > 0xffff_ffff) return null
  const inside = (elf.symbols ?? []).filter(({ address }) => address >= low && address < high)
  const starts = [...new Set(inside.map(({ address }) => Number(address)))].sort(
    (left, right) => left - right,
  )
  if (starts.length === 0) return null
  const isWild = random.chance(0.3)
  const objects: StabEntry[][] = []
  const perObject = random.between(1, starts.length)
  for (let at = 0; at < starts.length; at += perObject) {
    const own = starts.slice(at, at + perObject)
    const end = starts[at + perObject] ?? high
    if (random.chance(0.9)) objects.push(randomObject(random, own, end, isWild))
  }
  return { bigEndian, objects: random.chance(0.2) ? random.shuffle(objects) : objects }
}

function randomObject(random: Random, starts: readonly number[], end: number, isWild: boolean): StabEntry[] {
  const file = random.pick(FILES)
  const entries: StabEntry[] = []
  if (random.chance(0.5))
    entries.push({ type: STAB.source, text: random.pick(['/src/', './', '/a/../b/']), value: starts[0] })
  entries.push({ type: STAB.source, text: file, value: starts[0] })
  for (const [at, start] of starts.entries()) {
    if (random.chance(0.93)) entries.push(...randomFunction(random, start, starts[at + 1] ?? end, file))
  }
  if (random.chance(0.8)) entries.push({ type: STAB.source, value: end })
  if (isWild) for (let more = random.between(1, 6); more > 0; more--) addStray(random, entries, starts)
  return entries
}

function randomFunction(random: Random, start: number, end: number, file: string): StabEntry[] {
  const name = random.pick(['work', 'main', '_ZN1a1bEv', 'inner.part.0', 'other'])
  const type = random.pick([':F(0,1)', ':f1', ''])
  const entries: StabEntry[] = [{ type: STAB.function, text: `${name}${type}`, value: start }]
  if (random.chance(0.2)) entries.unshift({ type: STAB.included, text: file, value: start })
  let line = random.between(1, 60)
  for (let address = start; address < end; address += random.between(1, 12)) {
    if (random.chance(0.1)) entries.push({ type: STAB.included, text: random.pick(FILES), value: address })
    if (random.chance(0.1)) entries.push({ type: STAB.local, text: 'i:r1', value: 0 })
    entries.push({ type: STAB.line, description: line, value: address - start })
    line = Math.max(0, line + random.between(-3, 6))
  }
  if (random.chance(0.7)) entries.push({ type: STAB.function, value: end - start })
  return entries
}

/**
 * One entry more, or one less, behind the first function. Lines behind a source file and before its first function are not
 * drawn, nor files that begin behind their first line: what gprof says of those depends on what it was asked before.
 */
function addStray(random: Random, entries: StabEntry[], starts: readonly number[]): void {
  const first = entries.findIndex(({ type, text = '' }) => type === STAB.function && text !== '')
  if (first < 0) return
  const at = random.between(first + 1, entries.length)
  const value = random.pick(starts) + random.between(0, 20)
  const add = (entry: StabEntry): void => void entries.splice(at, 0, entry)
  const stray = random.weighted({ less: 2, function: 1, end: 1, file: 2, line: 2 })
  if (stray === 'less') {
    if (entries[at]?.type === STAB.line) entries.splice(at, 1)
  } else if (stray === 'function') add({ type: STAB.function, text: 'stray:F1', value })
  else if (stray === 'end') add({ type: STAB.function, value: random.below(40) })
  else if (stray === 'file') add({ type: STAB.included, text: random.pick(FILES), value: starts[0] })
  else {
    const type = random.pick([STAB.line, STAB.dataLine, STAB.bssLine])
    add({ type, description: random.between(0, 400), value: random.pick([value, random.below(30)]) })
  }
}
