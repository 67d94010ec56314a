// Opens a sample that is served beside the page, as if it had been dropped.
import { messageOf } from '../../../workers/core/base/result.ts'
import type { Sample } from '../session.ts'
import { useStore } from '../store.ts'
import { addSourceFiles } from '../questions/sources.ts'
import { failWith, open } from './open.ts'

/** A small C program. */
export const SAMPLE: Sample = {
  folder: 'sample',
  files: ['islands', 'gmon.out'],
  sources: ['islands.c', 'parse.c', 'evaluate.c', 'formula.h'],
}

/** A C++ program of a thousand functions. */
export const LARGER_SAMPLE: Sample = {
  folder: 'ledgers',
  files: ['ledgers', 'gmon.out'],
  sources: ['main.cpp', 'ledger.cpp', 'ledger.hpp', 'formula.cpp', 'formula.hpp'],
}

/** Fetches and opens a sample, then adds its source files. */
export async function trySample(sample: Sample): Promise<void> {
  try {
    const files = await fetchSample(sample)
    await open(files)
    if (useStore.getState().files === files) addSourceFiles(await fetchSources(sample))
  } catch (error) {
    const reason = messageOf(error)
    failWith({ code: 'bytes/unreadable', file: 'The sample', reason }, { what: 'sample', sample })
  }
}

function fetchSample({ folder, files }: Sample): Promise<readonly File[]> {
  return Promise.all(files.map((name) => fetchFile(folder, name)))
}

/** Fetches the source files that are available. Line numbers work without them. */
async function fetchSources({ folder, sources }: Sample): Promise<readonly File[]> {
  const came = await Promise.allSettled(sources.map((name) => fetchFile(folder, name)))
  return came.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function fetchFile(folder: string, name: string): Promise<File> {
  const response = await fetch(`./${folder}/${name}`)
  if (!response.ok) throw new Error(`${folder}/${name}: ${response.status} ${response.statusText}`)
  // A fixed time, whenever the files are fetched.
  return new File([await response.arrayBuffer()], name, { lastModified: 0 })
}
