// Writes saved profiles from SavedContent, for open-saved.ts to read.
import { joinBytes } from '../base/buffers.ts'
import { gzip } from '../bytes/compression.ts'
import { quantityOf } from '../formats/saved-profile/listing-header.ts'
import {
  FORMAT,
  LARGEST_HEADER,
  largestFor,
  MAGIC,
  type SavedColumn,
  type SavedHeader,
  type SavedLines,
  VERSION,
  VERSION_OF_PROFILES,
} from '../formats/saved-profile/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { SavedContent } from './content.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import { ColumnWriter } from './column-writer.ts'
import { addListing, listingHeader } from './save-listing.ts'

/**
 * Returns the bytes of a saved profile. Does not change `content`.
 *
 * @throws ProblemError `export/too-large` if it could not be opened again
 */
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
    if (content.possible.tails) columns.add('possible.tails', content.possible.tails, 'bytes')
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
  // Nearly every function ends where the next one begins, so a column of gaps is all zeros.
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
  // A listing's other tables are rebuilt from its rows.
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
    possible: possible && {
      arcs: possible.length,
      gprof: possible.gprof,
      tails: possible.tails !== undefined,
    },
    lines: lines && linesHeader(lines),
    histograms: sum && { ...sum.layout, records: sum.records },
    listing: listing && listingHeader(listing),
    scenario,
    view,
    columns,
  }
}

/** Returns JSON in ASCII alone, which needs no encoder and which every tool can show. */
function asciiOf(json: string): Uint8Array<ArrayBuffer> {
  const ascii = json.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Uint8Array.from(ascii, (character) => character.charCodeAt(0))
}

/** For loops over plain numbers. */
const asArray = (column: ArrayLike<number>): ArrayLike<number> => column

function linesHeader({ files, names, calls }: AllLines): SavedLines {
  return { files: files.length, names: names.length, calls: calls !== null }
}

function addLines(columns: ColumnWriter, lines: AllLines): void {
  const { sections, line, ticks, unplaced, calls } = lines
  const rows = Array.from({ length: sections.length }, (_, at) => sections.first[at + 1] - sections.first[at])
  columns.add('lines.function', sections.f, 'delta')
  columns.add('lines.name', sections.name, 'signed')
  columns.add('lines.file', sections.file, 'delta')
  columns.add('lines.rows', rows, 'varint')
  columns.add('lines.line', line, 'delta')
  // For many lines only calls are known.
  columns.addSparse('lines.ticks.row', 'lines.ticks.value', ticks)
  columns.add('lines.unplaced.function', unplaced.f, 'delta')
  columns.add('lines.unplaced.value', unplaced.ticks, 'varint')
  columns.addStrings('lines.names', lines.names)
  columns.addStrings('lines.files', lines.files)
  if (!calls) return
  columns.add('lines.calls.parent', calls.parent, 'delta')
  columns.add('lines.calls.row', calls.row, 'delta')
  columns.add('lines.calls.child', calls.child, 'delta')
  columns.add('lines.calls.count', calls.count, 'varint')
  columns.add('lines.calls.sure', calls.isSure, 'bytes')
  columns.add('lines.calls.or', calls.orLine, 'varint')
}
