// Opens the sample that is served beside the page, as if it had been dropped.
import { messageOf } from '../../../workers/core/base/result.ts'
import { failWith, open } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import { addSourceFiles } from '../../state/worker/sources.ts'

const FILES = ['islands', 'gmon.out']
/** Used by the source view only, so they load after the profile. */
const SOURCES = ['islands.c', 'parse.c', 'evaluate.c', 'formula.h']

/** Fetches and opens the sample, then adds its source files. */
export async function trySample(): Promise<void> {
  try {
    const files = await fetchSample()
    await open(files)
    if (useStore.getState().files === files) addSourceFiles(await fetchSources())
  } catch (error) {
    const reason = messageOf(error)
    failWith({ code: 'bytes/unreadable', file: 'The sample', reason }, () => void trySample())
  }
}

/** Fetches the sample's profile and program. */
export function fetchSample(): Promise<readonly File[]> {
  return Promise.all(FILES.map(fetchFile))
}

/** Fetches the source files that are available. Line numbers work without them. */
async function fetchSources(): Promise<readonly File[]> {
  const came = await Promise.allSettled(SOURCES.map(fetchFile))
  return came.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function fetchFile(name: string): Promise<File> {
  const response = await fetch(`./sample/${name}`)
  if (!response.ok) throw new Error(`sample/${name}: ${response.status} ${response.statusText}`)
  // A fixed time, whenever the files are fetched.
  return new File([await response.arrayBuffer()], name, { lastModified: 0 })
}
