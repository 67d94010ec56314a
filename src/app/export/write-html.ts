// Writes one HTML file that contains the page with a profile in the state to show it in.
import { blobInSteps } from '../../state/blob-in-steps.ts'
import { messageOf } from '../../../workers/core/base/result.ts'
import { enclose, type EnclosedFile, ONE_FILE } from '../../../workers/core/reports/one-file.ts'
import { useStore } from '../../state/store.ts'

/** The baseline as an input of `writeHtml`. */
export interface BaselineToWrite {
  readonly isEarlier: boolean
  readonly file: File
}

/** Returns the HTML file: the empty document with the files and the state in its slot. */
export async function writeHtml(
  empty: string,
  files: readonly File[],
  state: string,
  beside: BaselineToWrite | null,
): Promise<Blob> {
  const enclosed = await Promise.all(files.map(encode))
  const other = beside && { isEarlier: beside.isEarlier, files: [await encode(beside.file)] }
  const both = { version: 1, state, files: enclosed, ...(other ? { beside: other } : {}) } as const
  return blobInSteps(enclose(empty, both), 'text/html')
}

/**
 * Returns the page as one HTML file without a profile: this page itself, or the one beside it.
 * @throws with a sentence for the user if it is unavailable
 */
export async function emptyDocument(): Promise<string> {
  const { ownText } = useStore.getState().ui
  if (ownText !== null) return ownText
  let reason: string
  try {
    const response = await fetch(`./${ONE_FILE}`)
    if (response.ok) return await response.text()
    reason = `${response.status} ${response.statusText}`
  } catch (error) {
    reason = messageOf(error)
  }
  throw new Error(`${ONE_FILE}, which belongs beside this page, could not be loaded: ${reason}`)
}

/** Encodes a file in base64 with the browser's own encoder, off the main thread. */
function encode(file: File): Promise<EnclosedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      const [, bytes = ''] = address.split(',')
      resolve({ name: file.name, bytes })
    })
    reader.addEventListener('error', () => reject(new Error(`${file.name}: ${reader.error?.message ?? ''}`)))
    reader.readAsDataURL(file)
  })
}
