// A program among the files whose debugging information was split off → the file that holds it, if it lies where gprof looks.
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { identify, readExecutable } from '../core/formats/registry.ts'
import { pairPrograms } from '../core/offered/debug-file.ts'
import { identifyOne } from '../core/offered/identify-files.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { FileSource } from './file-source.ts'
import { nodeFiles } from './gprof/host.ts'

/** A program stands before its profiles, or behind a few. */
const LOOKED_AT = 8

/** Null also where another program is among the files: it may be the debug file. Errors: none; files are read again later. */
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

/** What gprof takes is not always what the files say of each other. */
async function isPair(program: ByteSource, other: ByteSource): Promise<boolean> {
  try {
    const both = [program, other].map(async (source) => ({ source, file: await identifyOne(source) }))
    const { debug } = await pairPrograms(await Promise.all(both))
    return debug?.source === other
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}
