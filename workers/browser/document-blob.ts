// The open profile as a document to save: gprof's listing or JSON, put together in pieces.
import type { DocumentKind } from '../api/contract.ts'
import type { Opened } from '../core/pipeline.ts'
import { writeJson } from '../core/reports/json.ts'
import { writeFlatProfile } from '../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../core/reports/text/graph-text.ts'
import { writeIndex } from '../core/reports/text/index-text.ts'

/** Characters gathered before they become a piece of the document. */
const PIECE = 1 << 18
/** gprof's own default for the index. */
const INDEX_WIDTH = 80

export function documentBlob(opened: Opened, document: DocumentKind): Blob {
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
