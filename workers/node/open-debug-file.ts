// Opens split-off debugging information of a program among the files, if it is where gprof looks.
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { FileSource } from './file-source.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { identify, readExecutable } from '../core/formats/registry.ts'
import { identifyOne } from '../core/inputs/identify-files.ts'
import { pairPrograms } from '../core/inputs/pair-programs.ts'
import { nodeFiles } from './gprof/host.ts'

/** Number of files examined: a program comes before its profiles, or after a few. */
const LOOKED_AT = 8

/**
 * Returns null if another program is among the files, because that may be the debug file. Ignores
 * errors; the files are read again later.
 */
export async function openDebugFile(sources: readonly ByteSource[]): Promise<FileSource | null> {
  try {
    const programs: ByteSource[] = []
    for (const source of sources.slice(0, LOOKED_AT))
      if ((await identify(source)).kind === 'executable') programs.push(source)
    const [program] = programs
    if (!program || programs.length > 1) return null
    const raw = await readExecutable(program, true)
    return await findFor(program, raw)
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

async function findFor(program: ByteSource, raw: RawExecutable): Promise<FileSource | null> {
  const { findDebugFile } = await import('./find-debug-file.ts')
  const path = Buffer.from(program.name).toString('latin1')
  const found = await findDebugFile(path, program, raw, nodeFiles)
  if (found === null) return null
  const { source, close } = found.file
  const name = Buffer.from(source.name, 'latin1').toString()
  const file = { ...source, name, close: () => Promise.resolve(close()) }
  if (await isPair(program, file)) return file
  close()
  return null
}

/** gprof's criteria do not always agree with what the files say about each other. */
async function isPair(program: ByteSource, other: ByteSource): Promise<boolean> {
  try {
    const both = [program, other].map(async (source) => ({ source, file: await identifyOne(source) }))
    const pair = await pairPrograms(await Promise.all(both))
    return pair?.debug?.source === other
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}
