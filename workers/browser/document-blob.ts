// The open profile as a document to save: gprof's listing or JSON, put together in pieces, or its sum.
import type { DocumentKind } from '../api/contract.ts'
import type { Opened } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { wideSumSize, writeGmonSum } from '../core/profile/gmon-sum.ts'
import { writeJson } from '../core/reports/json.ts'
import { writeFlatProfile } from '../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../core/reports/text/graph-text.ts'
import { writeIndex } from '../core/reports/text/index-text.ts'

/** Characters gathered before they become a piece of the document. */
const PIECE = 1 << 18
/** gprof's own default for the index. */
const INDEX_WIDTH = 80
/** Beyond this counts are not a program's: it takes 64-bit counters with something else in them. */
const LARGEST_SUM = 256 * 1024 * 1024

/** Errors: `export/too-large` for a sum that would take too many records. */
export function documentBlob(opened: Opened, document: DocumentKind): Blob {
  if (document === 'gmon.sum') return sumBlob(opened)
  if (document === 'json') {
    const texts = inPieces((write) => writeJson(opened, write))
    return new Blob(texts, { type: 'application/json' })
  }
  const { hasHistogram, hasArcs } = opened.analyzed.profile
  const pieces = inPieces((write) => {
    if (hasHistogram) writeFlatProfile(opened, write)
    if (hasHistogram && hasArcs) write('\f\n')
    if (!hasArcs) return
    writeCallGraph(opened, write)
    writeIndex(opened, INDEX_WIDTH, write)
  })
  // Names in a listing are bytes, one a character.
  const bytes = pieces.map((text) => Uint8Array.from(text, (character) => character.charCodeAt(0)))
  return new Blob(bytes, { type: 'text/plain' })
}

function sumBlob(opened: Opened): Blob {
  const sum = opened.sum()
  const bytes = wideSumSize(sum)
  if (bytes > LARGEST_SUM) throw new ProblemError({ code: 'export/too-large', what: 'gmon.sum', bytes })
  const file = writeGmonSum(sum, { format: 'gnu', wide: true })
  return new Blob([file], { type: 'application/octet-stream' })
}

function inPieces(fill: (write: (text: string) => void) => void): string[] {
  const pieces: string[] = []
  let texts: string[] = []
  let length = 0
  const close = (): void => {
    pieces.push(texts.join(''))
    texts = []
    length = 0
  }
  fill((text) => {
    texts.push(text)
    length += text.length
    if (length > PIECE) close()
  })
  close()
  return pieces
}
