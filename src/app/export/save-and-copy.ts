// Saves a file, or copies a text to the clipboard.
import { visibleText } from '../../../workers/core/base/visible-text.ts'

/** Saves a file under this name, through the browser's download. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  // Some browsers keep characters that change the direction of text, which can disguise a file's
  // extension.
  link.download = visibleText(name).replaceAll('\\', '_')
  link.click()
  // On a busy machine the browser begins the download late.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Copies text to the clipboard. Returns `done`, or `otherwise` if the browser refuses. */
export async function copyText(text: string, done: string, otherwise: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    return `The browser did not allow copying. ${otherwise}`
  }
}
