// What a text is found to hold, as the pipeline finds it.
import { memorySource } from '../core/bytes/byte-source.ts'
import { identifyAll } from '../core/inputs/identify-files.ts'
import type { OfferedFile } from '../core/profile-view.ts'

export interface Found {
  readonly file: OfferedFile
  readonly bytes: Uint8Array
}

/** One character a byte. */
export async function foundIn(text: string | Uint8Array, name = 'dump.txt'): Promise<readonly Found[]> {
  const content = typeof text === 'string' ? Uint8Array.from(Buffer.from(text, 'latin1')) : text
  const candidates = await identifyAll([memorySource(name, content)], () => {})
  return Promise.all(
    candidates.map(async ({ source, file }) => ({ file, bytes: await source.read(0, source.size) })),
  )
}
