/**
 * An executable's debugging information → files and lines of addresses, read as they are asked for.
 *
 * Errors:  none; what is damaged is left out and told by `notices`.
 * Source:  DWARF Debugging Information Format, versions 2 to 5; see docs/formats/dwarf.md.
 */
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { RawExecutable } from '../format.ts'
import type { SourceLines, SourceLinesOptions } from './types.ts'

/** Null when the executable has no line tables. */
export async function readLines(
  source: ByteSource,
  executable: RawExecutable,
  options: SourceLinesOptions = {},
): Promise<SourceLines | null> {
  void [source, options]
  return executable.debugSections.length < 0 ? readLines(source, executable) : null
}

/** Whether two files come from one link, such as a program and the debug file split off from it. */
export function sameProgram(left: RawExecutable, right: RawExecutable): boolean {
  return left.buildId !== '' && left.buildId === right.buildId
}
