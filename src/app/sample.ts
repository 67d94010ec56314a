// Fetches the sample that lies beside the page, as if it had been dropped.
import { failWith, open } from '../state/open.ts'
import { rehearse } from '../state/service.ts'
import { ownText } from './one-file/own-document.ts'

const FILES = ['islands', 'gmon.out']

export async function trySample(): Promise<void> {
  try {
    await open(await fetchSample())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    failWith({ code: 'bytes/unreadable', file: 'The sample', reason })
  }
}

function fetchSample(): Promise<readonly File[]> {
  return Promise.all(FILES.map(fetchFile))
}

/** The first profile finds the worker's code compiled. */
export async function rehearseWithSample(): Promise<void> {
  // It lies beside the hosted page, and not in one file.
  if (ownText() !== null) return
  try {
    rehearse(await fetchSample())
  } catch {
    // Nobody asked for it.
  }
}

async function fetchFile(name: string): Promise<File> {
  const response = await fetch(`./sample/${name}`)
  if (!response.ok) throw new Error(`sample/${name}: ${response.status} ${response.statusText}`)
  return new File([await response.arrayBuffer()], name)
}
