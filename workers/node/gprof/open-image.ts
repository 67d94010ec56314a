// Opens the executable named on gprof’s command line: its symbols, by functions or by a symbol file, with
// its code.
import { type ByteSource, requireTable } from '../../core/bytes/byte-source.ts'
import { readLines } from '../../core/formats/debug-info.ts'
import type { RawExecutable, RawSection } from '../../core/formats/format.ts'
import type { RawSymbols } from '../../core/formats/raw-symbols.ts'
import { identify, readExecutable } from '../../core/formats/registry.ts'
import { problemOf } from '../../core/inputs/candidates.ts'
import type { ProgramText } from '../../core/profile/gprof-static-arcs.ts'
import type { SourceTable } from '../../core/profile/call-graph-profile.ts'
import { HOST, NATIVE } from '../../core/symbols/target-rules.ts'
import {
  listAccepted,
  selectFunctions,
  type SymbolTable,
  withoutEmptyLast,
} from '../../core/symbols/symbol-table.ts'
import { type FileMap, mapSymbols, parseFileMap } from '../../core/symbols/file-map.ts'
import { parseSymbolFile } from '../../core/symbols/symbol-file.ts'
import { type GprofHost, type OpenedFile, readAll } from './host.ts'
import {
  beyondEnd,
  CODE_BEYOND_END,
  GprofFailure,
  lostNames,
  noSymbols,
  orFail,
  problemMessage,
} from './messages.ts'
import type { GprofOptions } from './options.ts'

/** An executable as gprof reads it: its functions, or what the options put in their place. */
export interface Image {
  readonly raw: RawExecutable
  readonly symbols: SymbolTable
  /** Code; null unless needed, and if the file has none. */
  readonly text: ProgramText | null
  /** Source positions of symbols; null if unknown or not needed. */
  readonly sources: SourceTable | null
  /** Map for an order of object files; null unless needed. */
  readonly fileMap: FileMap | null
}

/**
 * Opens the executable that the options name.
 *
 * @throws GprofFailure with gprof's message
 */
export async function openImage(options: GprofOptions, host: GprofHost): Promise<Image> {
  const { image } = options
  const file = orFail(image, () => host.open(image))
  try {
    // gprof shows the errno of an earlier failure.
    if (file.kind === 'directory') throw new GprofFailure(`${image}: Success\n`)
    const raw = await read(file.source, options)
    if (raw.reachesBeyondEnd) host.stderr(beyondEnd(image))
    const lost = raw.symbols.lostNames
    if (lost) host.stderr(lostNames(image, lost.end, lost.offsets))
    const text = options.staticCalls ? await readText(file.source, raw, host) : null
    const selected = await selectSymbols(raw, options, host)
    const placed = await placeIn(selected, file, raw, options, host)
    return { raw, ...placed, fileMap: selected.fileMap, text }
  } finally {
    file.close()
  }
}

async function read(source: ByteSource, { image, byLine }: GprofOptions): Promise<RawExecutable> {
  const refused = new GprofFailure(`gprof: ${image}: not in executable format\n`)
  const identity = await identify(source)
  if (identity.kind !== 'executable') throw refused
  let raw: RawExecutable
  try {
    raw = await readExecutable(source, true, byLine)
  } catch (error) {
    throw new GprofFailure(problemMessage(problemOf(error), image))
  }
  if (!isKnownToGprof(raw)) throw refused
  if (raw.isTextUnnamed)
    throw new GprofFailure(problemMessage({ code: 'elf/no-text', file: raw.file }, image))
  return raw
}

/** ELF of every machine; Windows programs of the machines gprof was built for; no Mach-O. */
const isKnownToGprof = ({ format, machine }: RawExecutable): boolean =>
  format === undefined || (format === 'pe' && (machine === 3 || machine === 62))

async function readText(
  source: ByteSource,
  { textOffset, textStart, textLast }: RawExecutable,
  host: GprofHost,
): Promise<ProgramText | null> {
  if (textOffset === null) return null
  const size = textLast + 1 - textStart
  if (textOffset + size <= source.size) {
    requireTable(source.name, 'code (.text)', size)
    return { start: textStart, bytes: await source.read(textOffset, size) }
  }
  host.stderr(CODE_BEYOND_END)
  return null
}

interface Selected {
  readonly symbols: SymbolTable
  /** The symbol table that the symbols were selected from. */
  readonly from: RawSymbols
  readonly fileMap: FileMap | null
}

async function selectSymbols(raw: RawExecutable, options: GprofOptions, host: GprofHost): Promise<Selected> {
  const { symbolFile, orderFile } = options
  const fileMap = orderFile === null ? null : parseFileMap(await readWhole(orderFile, host))
  if (orderFile !== null && fileMap === null)
    throw new GprofFailure(`gprof: unable to parse mapping file ${orderFile}.\n`)
  const everything = (options.asHost ? HOST : NATIVE).symbolsOf(raw)
  const from = fileMap === null ? everything : mapSymbols(everything, fileMap)
  const symbols =
    symbolFile === null
      ? selectFunctions(from, raw.textLast, options)
      : parseSymbolFile(await readWhole(symbolFile, host), raw.textLast)
  if (symbols.length === 0) throw new GprofFailure(noSymbols(symbolFile ?? options.image))
  return { symbols, from, fileMap }
}

/** A folder opens, as everywhere in gprof, and is empty. */
async function readWhole(file: string, host: GprofHost): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readAll(file, host)
  if (bytes === 'EISDIR') return new Uint8Array(0)
  if (typeof bytes === 'string') throw new GprofFailure(`gprof: could not open ${file}.\n`)
  return bytes
}

/**
 * Adds symbols of lines to those of functions, if the options ask for them, and source positions
 * if needed.
 */
async function placeIn(
  { symbols: functions, from }: Selected,
  { source }: OpenedFile,
  raw: RawExecutable,
  options: GprofOptions,
  host: GprofHost,
): Promise<{ symbols: SymbolTable; sources: SourceTable | null }> {
  // With a symbol file gprof reads no debugging information.
  if (options.symbolFile !== null) return { symbols: functions, sources: null }
  const plain = { symbols: options.byLine ? withoutEmptyLast(functions) : functions, sources: null }
  if (!needsSources(options) || (raw.debugSections.length === 0 && raw.buildId === '')) return plain
  const { findDebugFile } = await import('../find-debug-file.ts')
  const debug = await findDebugFile(options.image, source, raw, host)
  try {
    // Names that it lacks come from the program's own symbols.
    const described =
      debug === null ? raw : { ...raw, debugSections: debug.raw.debugSections.filter(isDwarf) }
    const lines = await readLines(debug?.file.source ?? source, described, { gprofQuirks: true })
    if (lines === null) return plain
    const { buildLineSymbols, placeSymbols } = await import('../../core/profile/lines/line-symbols.ts')
    const addresses = listAccepted(from, options)
    const located = await lines.locate(addresses)
    if (!options.byLine) return placeSymbols(functions, addresses, located)
    const runs = await lines.runs(raw.textStart, raw.textLast + 1)
    return buildLineSymbols(functions, addresses, located, runs, raw.textLast)
  } finally {
    debug?.file.close()
  }
}

/** gprof looks for stabs in the program only. */
const isDwarf = ({ name }: RawSection): boolean => !name.startsWith('.stab')

/**
 * The flat profile and orders of functions show no files, and specs without a file or line need
 * none.
 */
function needsSources({ byLine, inlineFileNames, styles, filters }: GprofOptions): boolean {
  const sourceless = new Set(['flat', 'functionOrder', 'fileInfo'])
  if (byLine || inlineFileNames || styles.size === 0) return true
  return (
    [...styles].some((style) => !sourceless.has(style)) || filters.some(({ spec }) => /[.:\d]/.test(spec))
  )
}
