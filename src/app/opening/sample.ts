// Fetches the sample that lies beside the page, as if it had been dropped.
import { messageOf } from '../../../workers/core/base/result.ts'
import { failWith, open } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import { addSourceFiles } from '../../state/worker/sources.ts'

const FILES = ['islands', 'gmon.out']
/** For the view of the source alone: nobody waits for them. */
const SOURCES = ['islands.c', 'parse.c', 'evaluate.c', 'formula.h']

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

export function fetchSample(): Promise<readonly File[]> {
  return Promise.all(FILES.map(fetchFile))
}

/** Those that come: lines show without their text, too. */
async function fetchSources(): Promise<readonly File[]> {
  const came = await Promise.allSettled(SOURCES.map(fetchFile))
  return came.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function fetchFile(name: string): Promise<File> {
  const response = await fetch(`./sample/${name}`)
  if (!response.ok) throw new Error(`sample/${name}: ${response.status} ${response.statusText}`)
  // All of them are of one time, whenever they come.
  return new File([await response.arrayBuffer()], name, { lastModified: 0 })
}
