// Fetches the sample that lies beside the page, as if it had been dropped.
import { messageOf } from '../../../workers/core/base/message-of.ts'
import { failWith, open } from '../../state/opening/open.ts'

const FILES = ['islands', 'gmon.out']

export async function trySample(): Promise<void> {
  try {
    await open(await fetchSample())
  } catch (error) {
    const reason = messageOf(error)
    failWith({ code: 'bytes/unreadable', file: 'The sample', reason }, () => void trySample())
  }
}

export function fetchSample(): Promise<readonly File[]> {
  return Promise.all(FILES.map(fetchFile))
}

async function fetchFile(name: string): Promise<File> {
  const response = await fetch(`./sample/${name}`)
  if (!response.ok) throw new Error(`sample/${name}: ${response.status} ${response.statusText}`)
  return new File([await response.arrayBuffer()], name)
}
