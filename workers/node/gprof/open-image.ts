// The executable named on gprof's command line → its symbols, by functions or by a symbol file, and its code.
import { readLines } from '../../core/formats/dwarf/read.ts'
import type { SourceLines } from '../../core/formats/dwarf/types.ts'
import type { RawExecutable } from '../../core/formats/format.ts'
import { identify, readExecutable } from '../../core/formats/registry.ts'
import { problemOf } from '../../core/pipeline.ts'
import type { ProgramText } from '../../core/profile/static-arcs.ts'
import { selectFunctions, withoutEmptyLast, type SymbolTable } from '../../core/symbols/select-functions.ts'
import { symbolsFor } from '../../core/symbols/target-rules.ts'
import { parseSymbolFile } from '../../core/symbols/symbol-file.ts'
import { SystemError, type GprofHost, type OpenedFile } from './host.ts'
import { GprofFailure, messageOf, noSymbols, systemMessage } from './messages.ts'
import type { GprofOptions } from './options.ts'

export interface Image {
  readonly raw: RawExecutable
  readonly symbols: SymbolTable
  /** Null unless asked for, and where the file has none. */
  readonly text: ProgramText | null
  /** Debugging information; null where the file has none, and with a symbol file, which gprof takes without. */
  readonly lines: SourceLines | null
  /** As gprof's warnings call it. */
  readonly architecture: string
  readonly close: () => void
}

export async function openImage(options: GprofOptions, host: GprofHost): Promise<Image> {
  const file = open(options.image, host)
  try {
    const raw = await read(file, options)
    const { textOffset, textStart, textLast } = raw
    const text =
      options.staticCalls && textOffset !== null
        ? {
            start: textStart,
            bytes: await file.source.read(textOffset, textLast + 1 - textStart),
            bigEndian: raw.bigEndian,
          }
        : null
    const functions = selectSymbols(raw, options, host)
    const symbols = options.byLine && options.symbolFile === null ? withoutEmptyLast(functions) : functions
    const lines =
      options.symbolFile === null ? await readLines(file.source, raw, { gprofQuirks: true }) : null
    return { raw, symbols, text, lines, architecture: architectureOf(raw), close: file.close }
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

async function read(file: OpenedFile, { name, image }: GprofOptions): Promise<RawExecutable> {
  const { source } = file
  const refused = new GprofFailure(`${name}: ${image}: not in executable format\n`)
  const identity = await identify(source)
  if (identity.kind !== 'executable') throw refused
  let raw: RawExecutable
  try {
    raw = await readExecutable(source, true)
  } catch (error) {
    throw new GprofFailure(messageOf(problemOf(error), name, image))
  }
  if (!isKnownToGprof(raw)) throw refused
  return raw
}

/** ELF of every machine; Windows programs of those that gprof was built for; no Mach-O. */
const isKnownToGprof = ({ format, machine }: RawExecutable): boolean =>
  format === undefined || (format === 'pe' && (machine === 3 || machine === 62))

function selectSymbols(raw: RawExecutable, options: GprofOptions, host: GprofHost): SymbolTable {
  const { name, symbolFile, image, noStatic, onlyTypedStatic } = options
  if (symbolFile !== null) {
    const bytes = host.readAll(symbolFile)
    if (typeof bytes === 'string') throw new GprofFailure(`${name}: could not open ${symbolFile}.\n`)
    const symbols = parseSymbolFile(bytes, raw.textLast)
    if (symbols.length === 0) throw new GprofFailure(noSymbols(name, symbolFile))
    return symbols
  }
  const symbols = selectFunctions(symbolsFor(raw, 'host'), raw.textLast, { noStatic, onlyTypedStatic })
  if (symbols.length === 0) throw new GprofFailure(noSymbols(name, image))
  return symbols
}

/** What gprof's library calls the processor; it has names for those it was built for only. */
function architectureOf({ machine, wordSize }: RawExecutable): string {
  if (machine === 3) return 'i386'
  if (machine === 62) return wordSize === 8 ? 'i386:x86-64' : 'i386:x64-32'
  return 'unknown'
}
