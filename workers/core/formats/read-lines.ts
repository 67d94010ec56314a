/**
 * The debugging information of an executable, of whatever kind → files and lines of addresses, read as they are asked for.
 *
 * Errors:  none; what is damaged is left out and told by `notices`.
 */
import { askInTurn } from './ask-in-turn.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { readLines as readDwarf } from './dwarf/read.ts'
import type { RawExecutable } from './format.ts'
import type { SourceLines, SourceLinesOptions } from './source-lines.ts'

/**
 * Null when the executable has no lines. A program may have stabs, and a library in it DWARF: who knows an address answers.
 * gprof asks no stabs of an ELF file that has DWARF, and asks them first in a program for Windows.
 */
export async function readLines(
  source: ByteSource,
  executable: RawExecutable,
  options: SourceLinesOptions = {},
): Promise<SourceLines | null> {
  const dwarf = await readDwarf(source, executable, options)
  if (!hasSection(executable, /^\.stab$/)) return dwarf
  const isWindows = executable.format === 'pe'
  if (options.gprofQuirks && !isWindows && hasSection(executable, /^\.z?debug_info$/)) return dwarf
  const { readStabs } = await import('./stabs/read.ts')
  const stabs = readStabs(source, executable, options)
  if (dwarf === null) return stabs
  return isWindows ? askInTurn(stabs, dwarf) : askInTurn(dwarf, stabs)
}

const hasSection = ({ debugSections }: RawExecutable, name: RegExp): boolean =>
  debugSections.some((section) => section.size > 0 && name.test(section.name))
