// The executable named on gprof's command line → its symbols, by functions or by a symbol file, and its code.
import type { ByteSource } from '../../core/bytes/byte-source.ts'
import type { RawExecutable, RawSection, RawSymbols } from '../../core/formats/format.ts'
import { identify, readExecutable } from '../../core/formats/registry.ts'
import { problemOf } from '../../core/offered/candidates.ts'
import type { ProgramText } from '../../core/profile/code/gprof-static-arcs.ts'
import type { SourceTable } from '../../core/profile/tables.ts'
import {
  listAccepted,
  selectFunctions,
  withoutEmptyLast,
  type SymbolTable,
} from '../../core/symbols/select-functions.ts'
import { mapSymbols, parseFileMap, type FileMap } from '../../core/symbols/file-map.ts'
import { HOST } from '../../core/symbols/target-rules.ts'
import { parseSymbolFile } from '../../core/symbols/symbol-file.ts'
import { SystemError, type GprofHost, type OpenedFile } from './host.ts'
import {
  beyondEnd,
  lostNames,
  codeBeyondEnd,
  GprofFailure,
  problemMessage,
  noSymbols,
  systemMessage,
} from './messages.ts'
import type { GprofOptions } from './options.ts'

export interface Image {
  readonly raw: RawExecutable
  readonly symbols: SymbolTable
  /** Null unless asked for, and where the file has none. */
  readonly text: ProgramText | null
  /** Where symbols come from; null where that is not told, or of no interest. */
  readonly sources: SourceTable | null
  /** For an order of object files. Null unless asked for. */
  readonly fileMap: FileMap | null
  /** As gprof's warnings call it. */
  readonly architecture: string
  readonly close: () => void
}

export async function openImage(options: GprofOptions, host: GprofHost): Promise<Image> {
  const file = open(options.image, host)
  try {
    const raw = await read(file, options)
    if (raw.reachesBeyondEnd) host.stderr(beyondEnd(options.image))
    const lost = raw.symbols.lostNames
    if (lost) host.stderr(lostNames(options.image, lost.end, lost.offsets))
    const text = options.staticCalls ? await readText(file.source, raw, options.name, host) : null
    const selected = selectSymbols(raw, options, host)
    const { symbols, sources } = await placeIn(selected, file, raw, options, host)
    const { fileMap } = selected
    return { raw, symbols, sources, fileMap, text, architecture: architectureOf(raw), close: file.close }
  } catch (error) {
    file.close()
    throw error
  }
}

function open(name: string, host: GprofHost): OpenedFile {
  let file: OpenedFile
  try {
    file = host.open(name)
  } catch (error) {
    if (!(error instanceof SystemError)) throw error
    throw new GprofFailure(systemMessage(name, error.code))
  }
  if (file.kind !== 'directory') return file
  file.close()
  // The error number it shows is one of an earlier failure.
  throw new GprofFailure(`${name}: Success\n`)
}

async function read(file: OpenedFile, { name, image, byLine }: GprofOptions): Promise<RawExecutable> {
  const { source } = file
  const refused = new GprofFailure(`${name}: ${image}: not in executable format\n`)
  const identity = await identify(source)
  if (identity.kind !== 'executable') throw refused
  let raw: RawExecutable
  try {
    raw = await readExecutable(source, true, byLine)
  } catch (error) {
    throw new GprofFailure(problemMessage(problemOf(error), name, image))
  }
  if (!isKnownToGprof(raw)) throw refused
  return raw
}

/** ELF of every machine; Windows programs of those that gprof was built for; no Mach-O. */
const isKnownToGprof = ({ format, machine }: RawExecutable): boolean =>
  format === undefined || (format === 'pe' && (machine === 3 || machine === 62))

async function readText(
  source: ByteSource,
  { textOffset, textStart, textLast }: RawExecutable,
  name: string,
  host: GprofHost,
): Promise<ProgramText | null> {
  if (textOffset === null) return null
  const size = textLast + 1 - textStart
  if (textOffset + size <= source.size)
    return { start: textStart, bytes: await source.read(textOffset, size) }
  host.stderr(codeBeyondEnd(name))
  return null
}

interface Selected {
  readonly symbols: SymbolTable
  /** The symbol table they were chosen from. */
  readonly from: RawSymbols
  readonly fileMap: FileMap | null
}

function selectSymbols(raw: RawExecutable, options: GprofOptions, host: GprofHost): Selected {
  const { name, symbolFile, orderFile, image, noStatic, onlyTypedStatic } = options
  const fileMap = orderFile === null ? null : readFileMap(orderFile, name, host)
  const everything = HOST.symbolsOf(raw)
  const from = fileMap === null ? everything : mapSymbols(everything, fileMap)
  let symbols: SymbolTable
  if (symbolFile !== null) {
    symbols = parseSymbolFile(readWhole(symbolFile, name, host), raw.textLast)
  } else symbols = selectFunctions(from, raw.textLast, { noStatic, onlyTypedStatic })
  if (symbols.length === 0) throw new GprofFailure(noSymbols(name, symbolFile ?? image))
  return { symbols, from, fileMap }
}

function readFileMap(file: string, name: string, host: GprofHost): FileMap {
  const map = parseFileMap(readWhole(file, name, host))
  if (map === null) throw new GprofFailure(`${name}: unable to parse mapping file ${file}.\n`)
  return map
}

/** A folder opens, as everywhere in gprof, and is empty. */
function readWhole(file: string, name: string, host: GprofHost): Uint8Array<ArrayBuffer> {
  const bytes = host.readAll(file)
  if (bytes === 'EISDIR') return new Uint8Array(0)
  if (typeof bytes === 'string') throw new GprofFailure(`${name}: could not open ${file}.\n`)
  return bytes
}

/** Symbols of lines beside those of functions, where they are asked for; where each stands in the source, if it matters. */
async function placeIn(
  { symbols: functions, from }: Selected,
  { source }: OpenedFile,
  raw: RawExecutable,
  options: GprofOptions,
  host: GprofHost,
): Promise<{ symbols: SymbolTable; sources: SourceTable | null }> {
  // With a symbol file gprof asks for no debugging information.
  if (options.symbolFile !== null) return { symbols: functions, sources: null }
  const plain = { symbols: options.byLine ? withoutEmptyLast(functions) : functions, sources: null }
  if (!needsSources(options) || (raw.debugSections.length === 0 && raw.buildId === '')) return plain
  const { findDebugFile } = await import('../find-debug-file.ts')
  const debug = await findDebugFile(options.image, source, raw, host)
  try {
    const { readLines } = await import('../../core/formats/read-lines.ts')
    // Names that it does not tell are those of the program's own symbols.
    const described =
      debug === null ? raw : { ...raw, debugSections: debug.raw.debugSections.filter(isDwarf) }
    const lines = await readLines(debug?.file.source ?? source, described, { gprofQuirks: true })
    if (lines === null) return plain
    const { buildLineSymbols, placeSymbols } = await import('../../core/profile/line-symbols.ts')
    const addresses = listAccepted(from, options)
    const located = await lines.locate(addresses)
    if (!options.byLine) return placeSymbols(functions, addresses, located)
    const runs = await lines.runs(raw.textStart, raw.textLast + 1)
    return buildLineSymbols(functions, addresses, located, runs, raw.textLast)
  } finally {
    debug?.file.close()
  }
}

/** Stabs gprof looks for in the program alone. */
const isDwarf = ({ name }: RawSection): boolean => !name.startsWith('.stab')

/** The flat profile and orders of functions show no files, nor do specs without a file or line ask for one. */
function needsSources({ byLine, inlineFileNames, styles, filters }: GprofOptions): boolean {
  const sourceless = new Set(['flat', 'functionOrder', 'fileInfo'])
  if (byLine || inlineFileNames || styles.size === 0) return true
  return (
    [...styles].some((style) => !sourceless.has(style)) || filters.some(({ spec }) => /[.:\d]/.test(spec))
  )
}

/** What gprof's library calls the processor; it has names for those it was built for only. */
function architectureOf({ machine, wordSize }: RawExecutable): string {
  if (machine === 3) return 'i386'
  if (machine === 62) return wordSize === 8 ? 'i386:x86-64' : 'i386:x64-32'
  return 'unknown'
}
