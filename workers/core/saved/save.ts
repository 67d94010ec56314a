// SavedContent → the bytes of a saved profile. The other way is restore.ts.
import { joinBytes } from '../base/join-bytes.ts'
import { gzip } from '../bytes/transform.ts'
import { quantityOf } from '../formats/saved-profile/quantity.ts'
import {
  FORMAT,
  LARGEST_HEADER,
  MAGIC,
  VERSION,
  largestFor,
  VERSION_OF_PROFILES,
  type SavedColumn,
  type SavedHeader,
} from '../formats/saved-profile/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { ColumnWriter } from './column-writer.ts'
import type { SavedContent } from './content.ts'
import { addLines, linesHeader } from './save-lines.ts'
import { addListing, listingHeader } from './save-listing.ts'

/** Errors: `export/too-large` for what would not be opened again. */
export async function saveProfile(content: SavedContent): Promise<Uint8Array<ArrayBuffer>> {
  const columns = new ColumnWriter()
  if (content.listing) addListing(columns, content.listing)
  else addFunctions(columns, content.plain)
  if (content.sum) {
    columns.add('bins.place', content.sum.places, 'delta')
    columns.add('bins.count', content.sum.counts, 'signed')
  }
  if (content.possible) {
    columns.add('possible.parent', content.possible.parent, 'delta')
    columns.add('possible.child', content.possible.child, 'delta')
  }
  if (content.lines) addLines(columns, content.lines)
  const header = asciiOf(JSON.stringify(headerOf(content, columns.entries)))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, header.length, true)
  const packed = await gzip([length, header, ...columns.pieces])
  const bytes = joinBytes([asciiOf(MAGIC), ...packed])
  const size = columns.pieces.reduce((sum, piece) => sum + piece.length, 4 + header.length)
  if (size > largestFor(bytes.length) || header.length > LARGEST_HEADER)
    throw new ProblemError({
      code: 'export/too-large',
      what: 'The saved profile',
      bytes: size,
      why: 'unpacked',
    })
  return bytes
}

function addFunctions(columns: ColumnWriter, { functions, arcs, sources }: CallGraphProfile): void {
  const { length } = functions
  const address = asArray(functions.address)
  const last = asArray(functions.last)
  // Nearly every function ends where the next begins: columns of zeros are for nothing.
  const gap = new Float64Array(length)
  for (let f = 0; f < length; f++) gap[f] = (f + 1 < length ? address[f + 1] : address[f]) - 1 - last[f]
  const flags = new Uint8Array(length)
  const [isStatic, isFunction, isLeftOut] = [
    functions.isStatic,
    functions.isFunction,
    functions.isLeftOut,
  ].map(asArray)
  for (let f = 0; f < length; f++) flags[f] = isStatic[f] | (isFunction[f] << 1) | (isLeftOut[f] << 2)
  columns.add('functions.address', address, 'delta')
  columns.add('functions.gap', gap, 'signed')
  columns.add('functions.flags', flags, 'bytes')
  columns.addStrings('functions.names', functions.names)
  columns.addSparse('ticks.function', 'ticks.value', functions.selfTicks)
  columns.add('arcs.parent', arcs.parent, 'delta')
  columns.add('arcs.child', arcs.child, 'delta')
  columns.add('arcs.count', arcs.count, 'varint')
  if (!sources) return
  columns.add('sources.file', sources.fileOf, 'delta')
  columns.add('sources.line', sources.lineOf, 'delta')
  columns.addStrings('sources.files', sources.files)
}

const NOTHING_ELSE = { sum: null, possible: null, lines: null, sources: null } as const

function headerOf(content: SavedContent, columns: readonly SavedColumn[]): SavedHeader {
  const { name, files, notices, plain, listing, scenario, view } = content
  // What else there is of a listing is found again from its rows.
  const { sum, possible, lines, sources } = listing ? NOTHING_ELSE : { ...content, sources: plain.sources }
  const { functions, arcs, totals } = plain
  const { hasHistogram, hasArcs, rate, scale, dimension, abbreviation } = plain
  return {
    format: FORMAT,
    version: listing ? VERSION : VERSION_OF_PROFILES,
    name,
    files: files.map((file) => ({ ...file, samples: file.samples ?? null })),
    notices,
    profile: {
      functions: functions.length,
      arcs: arcs.length,
      hasHistogram,
      hasArcs,
      rate,
      scale: quantityOf(scale),
      dimension,
      abbreviation,
      namePrefix: functions.namePrefix ?? '',
      totals,
    },
    sources: sources && { files: sources.files.length },
    possible: possible && { arcs: possible.length, gprof: possible.gprof },
    lines: lines && linesHeader(lines),
    histograms: sum && { ...sum.layout, records: sum.records },
    listing: listing && listingHeader(listing),
    scenario,
    view,
    columns,
  }
}

/** JSON of ASCII alone, which needs no encoder and which every tool can show. */
function asciiOf(json: string): Uint8Array<ArrayBuffer> {
  const ascii = json.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Uint8Array.from(ascii, (character) => character.charCodeAt(0))
}

/** For loops over numbers. */
const asArray = (column: ArrayLike<number>): ArrayLike<number> => column
