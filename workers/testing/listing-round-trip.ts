// A listing, opened and written again.
import { binaryString } from '../core/base/string-table.ts'
import { memorySource } from '../core/bytes/byte-source.ts'
import { openListing, textOf, type OpenedListing } from '../core/pipeline/open-listing.ts'
import type { GprofTextStyle } from '../core/reports/listing/from-gprof-text.ts'
import type { Analysis } from '../core/reports/listing/listing.ts'
import { writeGprofText } from '../core/reports/text/whole-text.ts'
import { TextBytes } from '../core/reports/text/text-bytes.ts'
import { bytesOfBinary } from './builders/byte-writer.ts'

/** `text` is a binary string. */
export function openText(text: string, name = 'listing.txt'): Promise<OpenedListing> {
  return openListing(memorySource(name, bytesOfBinary(text)))
}

export async function writtenAgain(text: string): Promise<string> {
  const opened = await openText(text)
  return writeListedText({ ...opened, listed: textOf(opened.raw) })
}

/** As a binary string. */
export function writeListedText({
  listed,
  ...analysis
}: Analysis & { readonly listed?: GprofTextStyle | null }): string {
  if (!listed) throw new Error('it comes from no listing')
  const parts: string[] = []
  const out = new TextBytes((bytes) => void parts.push(binaryString(bytes, 0, bytes.length)))
  writeGprofText(analysis, listed, out)
  out.end()
  return parts.join('')
}
