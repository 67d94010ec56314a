// Prints gprof’s reports in its order, separated by form feeds.
//
// Annotated sources are searched where gprof searches them, and their annotations are written where it writes
// them.
import { baseName } from '../../core/base/file-names.ts'
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import type { CallGraphProfile, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { isSelected } from '../../core/profile/filters.ts'
import type { Listing } from '../../core/reports/listing/listing.ts'
import { orderFunctions, orderMapped } from '../../core/reports/text/function-order.ts'
import { printedName, rawName } from '../../core/names/names.ts'
import { demangle, withoutPrefix } from '../../core/symbols/demangle/demangle.ts'
import { demangleSymbol } from '../../core/symbols/demangle/itanium/demangle-itanium.ts'
import { sourcePath } from '../../core/reports/source-of.ts'
import { EXPLANATIONS } from '../../core/reports/text/explanations.ts'
import type { TextInput, TextStyle } from '../../core/reports/text/listing-text.ts'
import { writeFlatProfile } from '../../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'
import { writeIndex } from '../../core/reports/text/name-index.ts'
import type { DemanglingStyle } from '../../core/symbols/demangle/demangle-style.ts'
import { type GprofHost, readAll } from './host.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions, Style } from './options.ts'
import type { GprofSum } from './gprof-sum.ts'
import type { AnnotatedInput } from '../../core/reports/text/annotated-text.ts'
import { PrintedNames } from '../../core/reports/text/printed-names.ts'
import { TextBytes } from '../../core/reports/text/text-bytes.ts'
import { isNetworkPath, LARGEST_SOURCE } from '../file-system.ts'
import { GprofFailure, orFail } from './messages.ts'

/** Everything that printing needs. */
export interface Printing {
  readonly options: GprofOptions
  readonly styles: ReadonlySet<Style>
  readonly sum: GprofSum
  readonly image: Image
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
  readonly host: GprofHost
}

/** Prints the requested reports. */
export async function printReports(printing: Printing): Promise<void> {
  const { options, styles, sum, image, analyzed, listing, host } = printing
  const { blocks, profiles } = sum
  const { filters } = profiles
  const input: TextInput = { analyzed, listing, style: await textStyle(options, analyzed.profile) }
  const out = host.stdout
  const printed = new PrintedNames(input, out)
  let isFirst = !styles.has('fileInfo')
  const feed = (): void => {
    if (isFirst) isFirst = false
    else out.text('\f\n')
  }
  const graph = (): void => {
    if (!styles.has('graph')) return
    if (options.traditional && !options.brief) out.text(EXPLANATIONS.traditionalGraph)
    feed()
    writeCallGraph(input, out, printed)
  }
  if (options.traditional) graph()
  if (styles.has('flat')) {
    feed()
    writeFlatProfile(input, out, printed)
  }
  if (!options.traditional) graph()
  if (styles.has('graph')) writeIndex(input, options.width, out, printed)
  if (styles.has('exec')) {
    feed()
    const selected = (f: FunctionIndex): boolean => isSelected(filters.exec, f)
    const { writeExecCounts } = await import('../../core/reports/text/exec-counts.ts')
    writeExecCounts({ ...input, isSelected: selected, blocks }, out)
  }
  if (styles.has('annotate')) {
    const { minimumCount, tableLength, allLines } = options
    const selected = (f: FunctionIndex): boolean => isSelected(filters.annotate, f)
    const annotated = { ...input, isSelected: selected, blocks, minimumCount, tableLength, allLines }
    await printAnnotated(annotated, options, host, feed)
  }
  if (styles.has('functionOrder')) {
    for (const f of orderFunctions(analyzed, styles.has('graph') ? listing : null))
      out.text(`${rawName(analyzed.profile.functions, f)}\n`)
  }
  if (styles.has('fileOrder') && image.fileMap) {
    const { fileMap, symbols } = image
    const isMapped = symbols.isMapped ?? new Uint8Array(symbols.length)
    const fileNames = orderMapped(analyzed, isMapped).map((f) => rawName(analyzed.profile.functions, f))
    const files = new Set(fileNames)
    const rest = fileMap.files.filter((file) => !files.has(file))
    for (const name of [...fileNames, ...rest]) out.text(`${name}\n`)
  }
}

/** Loads the demangler of a style on demand, because few people select one. */
async function demanglerOf(style: DemanglingStyle): Promise<(name: string) => string | null> {
  if (style === 'auto' || style === 'none') return demangle
  const { demangleStyle } = await import('../../core/symbols/demangle/demangle-style.ts')
  return (name) => demangleStyle(name, style)
}

async function textStyle(options: GprofOptions, profile: CallGraphProfile): Promise<TextStyle> {
  const { functions, sources } = profile
  const { traditional, brief, showUnused, byLine, inlineFileNames, fullPaths, rawNames } = options
  const { namePrefix } = profile.functions
  const style = rawNames ? 'none' : options.demangling
  const read = await demanglerOf(style)
  const fileOf = (f: FunctionIndex): string | null => {
    const path = sourcePath(profile, f)
    return path === null ? null : fullPaths ? path : baseName(path)
  }
  const { bytes, start, end } = functions.names
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isDirect = style === 'auto' && namePrefix === undefined && !byLine && !inlineFileNames
  const nameOf = (f: FunctionIndex): string | Uint8Array => {
    const direct = isDirect ? demangleSymbol(bytes, start[f], end[f]) : null
    if (direct !== null) return direct.bytes.subarray(0, direct.length)
    // Several times faster than character by character.
    const raw = names.toString('latin1', start[f], end[f])
    const plain = rawNames ? raw : withoutPrefix(raw, namePrefix)
    const name = style === 'none' ? plain : printedName(plain, read)
    const file = byLine || inlineFileNames ? fileOf(f) : null
    if (file === null) return name
    const at = byLine ? ` @ ${functions.address[f].toString(16)}` : ''
    return `${name} (${file}:${sources?.lineOf[f] ?? 0}${at})`
  }
  return {
    traditional,
    showUnused,
    explained: !brief,
    nameOf,
    fileOf: (f) => (byLine || functions.isStatic[f] === 0 ? null : fileOf(f)),
  }
}

/** @param feed starts a part of the output with a form feed, unless it is the first */
async function printAnnotated(
  input: AnnotatedInput,
  options: GprofOptions,
  host: GprofHost,
  feed: () => void,
): Promise<void> {
  const { listAnnotatedFiles, writeAnnotated } = await import('../../core/reports/text/annotated-text.ts')
  let isFirst = true
  let last = 0
  for (const file of listAnnotatedFiles(input)) {
    const source = await findSource(file.path, options, host)
    if (source === null) {
      host.stderr(`gprof: could not locate \`${file.path}'\n`)
      continue
    }
    if (options.separateFiles) {
      const parts: Buffer[] = []
      const out = new TextBytes((bytes) => void parts.push(Buffer.from(bytes)))
      last = writeAnnotated(input, file, source, last, out)
      out.end()
      const name = `${baseName(file.path)}-ann`
      try {
        orFail(name, () => host.write(name, Buffer.concat(parts)))
      } catch (error) {
        // gprof continues with the next file.
        if (!(error instanceof GprofFailure)) throw error
        host.stderr(error.message)
      }
      continue
    }
    if (!isFirst) host.stdout.text('\n')
    isFirst = false
    feed()
    host.stdout.text(`*** File ${file.path}:\n`)
    last = writeAnnotated(input, file, source, last, host.stdout)
  }
}

/** Searches by path, then below each folder of the search list, by path and by base name. */
async function findSource(path: string, options: GprofOptions, host: GprofHost): Promise<Uint8Array | null> {
  const folders = [...options.sourceFolders, ...(host.sourcePath === '' ? [] : host.sourcePath.split(':'))]
  const relative = path.startsWith('/') ? [] : [path]
  const candidates = folders.flatMap((folder) =>
    [...relative, baseName(path)].map((name) => `${folder}/${name}`),
  )
  for (const candidate of isNetworkPath(path) ? candidates : [path, ...candidates]) {
    const bytes = await readAll(candidate, host, LARGEST_SOURCE)
    if (typeof bytes !== 'string') return bytes
    if (bytes === 'EFBIG')
      host.stderr(
        `gprof: ${candidate}: source files of more than ${LARGEST_SOURCE / 1_000_000} MB are not read\n`,
      )
  }
  return null
}
