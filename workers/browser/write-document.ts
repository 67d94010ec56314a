// Writes the open profile as a document or as a saved profile: gprof's listing, JSON, formats of
// other tools, or its sum.
import type { DocumentKind, SharedProfile, ShareRequest, WrittenDocument } from '../api/contract.ts'
import { gzip } from '../core/bytes/compression.ts'
import type { Opened } from '../core/pipeline/opened.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import { writeStaticArcs, writeWideSum } from '../core/profile/write-gmon-sum.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import { type ExportKind, writeExport } from '../core/reports/exports/write-export.ts'
import { writeJson } from '../core/reports/exports/json.ts'
import { TextBytes } from '../core/reports/text/text-bytes.ts'
import { INDEX_WIDTH } from '../core/reports/listing/from-gprof-text.ts'
import { writeGprofText, writeWhole } from '../core/reports/text/whole-text.ts'
import { contentOf } from '../core/saved/content.ts'
import { shareProfile } from '../core/saved/share.ts'

/** Characters buffered for a piece of the document. */
const PIECE = 1 << 18
/** Whether a document shows source positions. */
export function showsSources(document: DocumentKind): boolean {
  return ['gprof', 'callgrind', 'pprof', 'speedscope'].includes(document)
}

/** Data for documents that can contain it; null if unknown or not wanted. */
interface Besides {
  /** Static calls. */
  readonly possible: PossibleArcs | null
  readonly lines: AllLines | null
}

/**
 * Writes a document.
 *
 * @throws ProblemError `export/too-large` for a sum that would take too many records,
 * `export/no-time`
 */
export async function writeDocument(
  opened: Opened,
  document: DocumentKind,
  { possible, lines }: Besides,
): Promise<WrittenDocument> {
  switch (document) {
    case 'gmon.sum':
      return binary(writeWideSum(opened.contents.sum()))
    case 'static-arcs.gmon':
      return binary(writeStaticArcs(opened.contents.sum(), possible))
    case 'json':
      return { pieces: inPieces((write) => writeJson(opened, write)), type: 'application/json' }
    case 'gprof':
      return listingOf(opened)
    default:
      return exportOf(opened, document, lines)
  }
}

function listingOf(opened: Opened): WrittenDocument {
  const { hasHistogram, hasArcs } = opened.analyzed.profile
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const out = new TextBytes((bytes) => void pieces.push(bytes.slice()))
  if (opened.listed && opened.analyzed.asPrinted) writeGprofText(opened, opened.listed, out)
  else writeWhole(opened, { flat: hasHistogram, graph: hasArcs, width: INDEX_WIDTH }, out)
  out.end()
  return { pieces, type: 'text/plain' }
}

async function exportOf(
  { analyzed, name }: Opened,
  kind: ExportKind,
  lines: AllLines | null,
): Promise<WrittenDocument> {
  if (kind === 'pprof') {
    const bytes: Uint8Array<ArrayBuffer>[] = []
    writeExport(kind, analyzed, name, (piece) => typeof piece !== 'string' && bytes.push(piece))
    return { pieces: await gzip(bytes), type: 'application/gzip' }
  }
  const pieces = inPieces((write) =>
    writeExport(kind, analyzed, name, (piece) => typeof piece === 'string' && write(piece), { lines }),
  )
  return { pieces, type: kind === 'speedscope' ? 'application/json' : 'text/plain' }
}

function binary(file: Uint8Array<ArrayBuffer>): WrittenDocument {
  return { pieces: [file], type: 'application/octet-stream' }
}

function inPieces(fill: (write: (text: string) => void) => void): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let texts: string[] = []
  let length = 0
  const close = (): void => {
    pieces.push(encoder.encode(texts.join('')))
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

/** Whether a saved profile contains the lines of functions. */
export function sharesLines({ choice }: ShareRequest): boolean {
  return !choice.withoutLines && !choice.withoutSources && choice.names !== 'replaced'
}

/** Makes a saved profile; null if it cannot be made small enough. */
export function shareOpened(
  opened: Pick<Opened, 'name' | 'files' | 'notices' | 'sourcesLater' | 'contents'>,
  request: ShareRequest,
  lines: AllLines | null,
): Promise<SharedProfile | null> {
  const late = opened.sourcesLater ? (opened.contents.lines?.notices() ?? []) : []
  const added = late.filter((notice) => !opened.notices.includes(notice))
  const complete = { ...opened, notices: [...opened.notices, ...added] }
  return shareProfile(contentOf(complete, request, lines), request)
}
