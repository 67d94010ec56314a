// What of the files a worker is given to open one run alone: not a thousand others, which it would have to look at.
import type { OfferedFile, OneRun, RunName } from '../../../workers/api/contract.ts'
import { nthsOfNames, positionOfNth } from '../../../workers/core/base/nth-of-name.ts'

export interface SentFiles {
  readonly files: readonly File[]
  /** How the run is called among these. */
  readonly run: RunName
  /** What is known of all files, with what these were found to be. */
  readonly offered: (found: readonly OfferedFile[]) => readonly OfferedFile[]
}

export function sentFiles(files: readonly File[], { run, among }: OneRun): SentFiles {
  // What is in archives is told apart by the worker.
  if (files.length !== among.length) return { files, run, offered: (found) => found }
  const chosen = positionOfNth(among, run)
  const isSent = ({ kind }: OfferedFile, at: number): boolean => at === chosen || kind !== 'profile'
  const positions = among.flatMap((file, at) => (isSent(file, at) ? [at] : []))
  const sent = files.filter((_, at) => positions.includes(at))
  return {
    files: sent,
    run: nthsOfNames(sent)[positions.indexOf(chosen)] ?? run,
    offered: (found) => among.map((file, at) => found[positions.indexOf(at)] ?? file),
  }
}
