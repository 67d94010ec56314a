// The reports gprof prints, in its order, with a form feed between them.
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import type { FunctionIndex } from '../../core/profile/tables.ts'
import { isSelected, type FilterTables } from '../../core/profile/filter-tables.ts'
import type { Listing } from '../../core/reports/listing.ts'
import { orderFunctions, orderMapped } from '../../core/reports/function-order.ts'
import { printedName, rawName, withoutPrefix } from '../../core/reports/names.ts'
import { sourcePath } from '../../core/reports/sources.ts'
import { writeExecCounts } from '../../core/reports/text/exec-counts-text.ts'
import { EXPLANATIONS } from '../../core/reports/text/explanations.ts'
import { writeFlatProfile } from '../../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'
import { writeIndex } from '../../core/reports/text/index-text.ts'
import type { TextInput, TextStyle } from '../../core/reports/text/listing-text.ts'
import { printAnnotated } from './annotate.ts'
import type { GprofHost } from './host.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions, Style } from './options.ts'
import type { ProfileReader } from './read-profiles.ts'

export interface Printing {
  readonly options: GprofOptions
  readonly styles: ReadonlySet<Style>
  readonly filters: FilterTables
  readonly reader: ProfileReader
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
  readonly fileMap: Image['fileMap']
  readonly host: GprofHost
}

export function printReports(printing: Printing): void {
  const { options, styles, filters, reader, analyzed, listing, host } = printing
  const input: TextInput = { analyzed, listing, style: textStyle(options, analyzed.profile) }
  const write = host.stdout
  let isFirst = !styles.has('fileInfo')
  const feed = (): void => {
    if (isFirst) isFirst = false
    else write('\f\n')
  }
  const graph = (): void => {
    if (!styles.has('graph')) return
    if (options.traditional && !options.brief) write(EXPLANATIONS.traditionalGraph)
    feed()
    writeCallGraph(input, write)
  }
  if (options.traditional) graph()
  if (styles.has('flat')) {
    feed()
    writeFlatProfile(input, write)
  }
  if (!options.traditional) graph()
  if (styles.has('graph')) writeIndex(input, options.width, write)
  if (styles.has('exec')) {
    feed()
    const blocks = reader.blocks.result()
    const selected = (f: FunctionIndex): boolean => isSelected(filters.exec, f)
    writeExecCounts({ ...input, isSelected: selected, blocks }, write)
  }
  if (styles.has('annotate')) {
    const { minimumCount, tableLength, allLines } = options
    const blocks = reader.blocks.result()
    const selected = (f: FunctionIndex): boolean => isSelected(filters.annotate, f)
    const annotated = { ...input, isSelected: selected, blocks, minimumCount, tableLength, allLines }
    printAnnotated(annotated, options, host, feed)
  }
  if (styles.has('functionOrder')) {
    for (const f of orderFunctions(analyzed, styles.has('graph') ? listing : null))
      write(`${rawName(analyzed.profile.functions, f)}\n`)
  }
  if (styles.has('fileOrder') && printing.fileMap) {
    const { files, isMapped } = printing.fileMap
    const names = orderMapped(analyzed, isMapped).map((f) => rawName(analyzed.profile.functions, f))
    const known = new Set(names)
    const rest = [...files].filter((file) => !known.has(file)).sort()
    for (const name of [...names, ...rest]) write(`${name}\n`)
  }
}

const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function textStyle(options: GprofOptions, profile: CallGraphProfile): TextStyle {
  const { functions, sources } = profile
  const { traditional, brief, showUnused, byLine, inlineFileNames, fullPaths, demangling } = options
  const style = traditional ? 'none' : demangling
  const fileOf = (f: FunctionIndex): string | null => {
    const path = sourcePath(profile, f)
    return path === null ? null : fullPaths ? path : basename(path)
  }
  const names: (string | undefined)[] = []
  const nameOf = (f: FunctionIndex): string => {
    const known = names[f]
    if (known !== undefined) return known
    const raw = rawName(functions, f)
    let name = style === 'none' ? raw : printedName(withoutPrefix(raw, functions.namePrefix), style)
    const file = byLine || inlineFileNames ? fileOf(f) : null
    if (file !== null) {
      const at = byLine ? ` @ ${functions.address[f].toString(16)}` : ''
      name += ` (${file}:${sources?.lineOf[f] ?? 0}${at})`
    }
    names[f] = name
    return name
  }
  return {
    traditional,
    showUnused,
    explained: !brief,
    nameOf,
    fileOf: (f) => (byLine || functions.isStatic[f] === 0 ? null : fileOf(f)),
  }
}
