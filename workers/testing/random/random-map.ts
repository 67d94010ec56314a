// Maps of object files for `-R`: such as nm and awk would make of a program, and every way in which they come awkward.
import type { ElfSpec } from '../builders/build-elf.ts'
import type { Random } from './random.ts'

/** A binary string. Names with line breaks or blanks cannot be in a map; other odd ones do. */
export function randomFileMap(random: Random, elf: ElfSpec): string {
  // Without `etext` the last symbol may lie among the code, and what gprof credits to the very last one is arbitrary memory.
  const symbols = (elf.symbols ?? []).filter(({ name }) => !/^$|^etext$|[\n\0]/.test(name))
  const known = [...symbols]
    .sort((left, right) => Number(left.address) - Number(right.address))
    .map(({ name }) => name)
  const names = known.filter(() => random.chance(random.pick([0.5, 0.9, 1])))
  if (random.chance(0.3)) names.push('nosuch', ...(random.chance(0.5) ? ['zz_nosuch'] : []))
  // gprof never clears the mark of a function that is not the first of its file: the fewer of these, the more is defined.
  const perFile = random.pick([1, 1, 3, 8])
  const order = random.weighted({ usual: 50, shuffled: 30, repeated: 20 })
  const listed = order === 'usual' ? names : random.shuffle(names)
  if (order === 'repeated' && listed.length > 0) listed.push(random.pick(listed), random.pick(listed))
  const entries = listed.map((name, at) => ({
    name,
    file: fileName(random, Math.floor(at / perFile), known),
  }))
  const mixed = random.chance(0.1) ? random.shuffle(entries) : entries
  const lines = mixed.map(({ file, name }) => `${file}:${between(random)}${name}`)
  for (let more = random.chance(0.3) ? random.between(1, 3) : 0; more > 0; more--)
    lines.splice(random.below(lines.length + 1), 0, awkwardLine(random))
  const text = lines.join('\n')
  return lines.length > 0 && random.chance(0.9) ? `${text}\n` : text
}

function fileName(random: Random, number: number, known: readonly string[]): string {
  if (random.chance(0.95)) return `f${(number * 7) % 31}.o`
  return random.pick([
    `_f${number}.o`,
    `__f${number}.o`,
    'with blanks.o',
    'lib.a(member.o)',
    known[0] ?? 'main',
  ])
}

/** From the colon to the name: addresses and letters as nm prints them, or less; tabs alone would make gprof crash. */
function between(random: Random): string {
  return random.chance(0.7)
    ? ` ${random.below(0xffff).toString(16).padStart(16, '0')} T `
    : random.pick([' ', '  ', '\t ', ' : ', ' a b '])
}

function awkwardLine(random: Random): string {
  const lines = {
    skipped: 'No symbols in g.o',
    skippedToColon: 'No symbols in g.o: 12',
    blank: '',
    indented: '   h.o: nosuch2',
    spaces: ' \t ',
    long: `i.o: ${'x'.repeat(random.between(1000, 2100))} nosuch3`,
    withoutColon: 'nothing but a name',
    withoutBlank: 'j.o:name',
  }
  return lines[
    random.weighted({
      skipped: 40,
      skippedToColon: 2,
      blank: 12,
      indented: 12,
      spaces: 6,
      long: 6,
      withoutColon: 3,
      withoutBlank: 1,
    })
  ]
}
