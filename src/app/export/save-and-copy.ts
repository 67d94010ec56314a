// Saves a file, or copies a text to the clipboard.
import { visibleText } from '../../../workers/core/base/text.ts'

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  // Some browsers would take what turns the direction of words, and an ending may then look like another.
  link.download = visibleText(name).replaceAll('\\', '_')
  link.click()
  // A browser on a busy machine begins late.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

// Puts text on the clipboard; answers what to tell the person.

export async function copyText(text: string, done: string, otherwise: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    return `The browser did not allow copying. ${otherwise}`
  }
}
