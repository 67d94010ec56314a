// The files that a worker needs to open one run alone, without a thousand others that it would have to
// read.
import type { OfferedFile, OneRun, RunName } from '../../../workers/api/contract.ts'
import { fileKeysOf, positionOfKey } from '../../../workers/core/base/file-key.ts'

/** The files to send to the worker that opens one run. */
export interface SentFiles {
  readonly files: readonly File[]
  /** The run's name among these files. */
  readonly run: RunName
  /** Merges what the worker found about these files into the list of all files. */
  readonly offered: (found: readonly OfferedFile[]) => readonly OfferedFile[]
}

/** Returns the files that the worker needs to open one run. */
export function sentFiles(files: readonly File[], { run, among }: OneRun): SentFiles {
  // Only the worker can distinguish files in archives.
  if (files.length !== among.length) return { files, run, offered: (found) => found }
  const chosen = positionOfKey(among, run)
  const isSent = ({ kind }: OfferedFile, at: number): boolean => at === chosen || kind !== 'profile'
  const positions = among.flatMap((file, at) => (isSent(file, at) ? [at] : []))
  const sent = files.filter((_, at) => positions.includes(at))
  return {
    files: sent,
    run: fileKeysOf(sent)[positions.indexOf(chosen)] ?? run,
    offered: (found) => among.map((file, at) => found[positions.indexOf(at)] ?? file),
  }
}
