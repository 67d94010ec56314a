import { binaryString } from '../../core/base/string-table.ts'
import { TextBytes } from '../../core/reports/text/text-bytes.ts'

/** A place for a listing, and what was written there so far, as a binary string. */
export function collectText(): { readonly out: TextBytes; readonly text: () => string } {
  const parts: string[] = []
  const out = new TextBytes((bytes) => void parts.push(binaryString(bytes, 0, bytes.length)))
  const text = (): string => {
    out.end()
    return parts.join('')
  }
  return { out, text }
}

/** What is written, as a binary string. */
export function writtenText(write: (out: TextBytes) => void): string {
  const { out, text } = collectText()
  write(out)
  return text()
}
