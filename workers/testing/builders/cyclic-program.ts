// A small program with a cycle of four members in which another one lies, and its profile, as files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildElf } from './build-elf.ts'
import { buildGmon } from './build-gmon.ts'

const NAMES = ['main', 'expr', 'term', 'factor', 'list']
export const ARCS = [
  ['main', 'expr', 10],
  ['expr', 'term', 30],
  ['term', 'factor', 40],
  ['factor', 'expr', 7],
  ['factor', 'list', 3],
  ['list', 'expr', 5],
] as const
const START = 0x401000
const SIZE = 64

/** Answers the paths of program and profile. `renamed`: functions with other names. */
export function writeCyclicProgram(
  folder: string,
  renamed: Readonly<Record<string, string>> = {},
): readonly string[] {
  const startOf = (name: string): number => START + SIZE * NAMES.indexOf(name)
  const end = START + SIZE * NAMES.length
  const symbols = NAMES.map((name) => ({ name: renamed[name] ?? name, address: startOf(name) }))
  const etext = { name: 'etext', address: end, type: 'none' } as const
  const text = { address: START, size: end - START }
  const bins = new Uint16Array((end - START) / 4).fill(1)
  const histogram = { kind: 'histogram', low: START, high: end, bins } as const
  const arcs = ARCS.map(([parent, child, count]) => ({
    kind: 'arc' as const,
    from: startOf(parent) + 8,
    self: startOf(child),
    count,
  }))
  const files = [join(folder, 'program'), join(folder, 'gmon.out')] as const
  writeFileSync(files[0], buildElf({ text, symbols: [...symbols, etext] }))
  writeFileSync(files[1], buildGmon({ records: [histogram, ...arcs] }))
  return files
}
