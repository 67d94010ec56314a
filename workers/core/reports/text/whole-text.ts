// Prints all parts of a listing, one after another, as gprof does when it is asked for more than
// one.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { GprofTextStyle } from '../listing/from-gprof-text.ts'
import type { Listing } from '../listing/listing.ts'
import { rawName } from '../../names/names.ts'
import { EXPLANATIONS } from './explanations.ts'
import { styleOf, type TextInput, type TextStyle } from './listing-text.ts'
import { writeFlatProfile } from './flat-text.ts'
import { writeCallGraph } from './graph-text.ts'
import { writeIndex } from './name-index.ts'
import { PrintedNames } from './printed-names.ts'
import type { TextBytes } from './text-bytes.ts'

/** Parts of a listing to print. */
export interface WholeOptions {
  readonly flat: boolean
  /** The call graph with its index. */
  readonly graph: boolean
  /** Page width of the index in characters (`-w`). */
  readonly width: number
}

/**
 * Writes the selected parts of a listing as gprof prints them, with form feeds between them. The last bytes
 * wait in `out` until `out.end()`.
 */
export function writeWhole(input: TextInput, { flat, graph, width }: WholeOptions, out: TextBytes): void {
  const names = new PrintedNames(input, out)
  const { traditional, explained } = styleOf(input)
  let isFirst = true
  const feed = (): void => {
    if (!isFirst) out.text('\f\n')
    isFirst = false
  }
  const printGraph = (): void => {
    if (traditional && explained) out.text(EXPLANATIONS.traditionalGraph)
    feed()
    writeCallGraph(input, out, names)
  }
  if (traditional && graph) printGraph()
  if (flat) {
    feed()
    writeFlatProfile(input, out, names)
  }
  if (!traditional && graph) printGraph()
  if (graph) writeIndex(input, width, out, names)
}

/**
 * Writes a listing that was opened, in its own parts and style; explanations are our own text. The last
 * bytes wait in `out` until `out.end()`.
 */
export function writeGprofText(
  { analyzed, listing }: { readonly analyzed: AnalyzedProfile; readonly listing: Listing },
  { traditional, explained, showUnused, flat, graph, width }: GprofTextStyle,
  out: TextBytes,
): void {
  const { functions } = analyzed.profile
  const style: TextStyle = {
    traditional,
    explained,
    showUnused,
    nameOf: (f) => rawName(functions, f),
    fileOf: (f) => analyzed.asPrinted?.files[f] ?? null,
  }
  writeWhole({ analyzed, listing, style }, { flat, graph, width }, out)
}
