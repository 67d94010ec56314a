// All parts of a listing, one after another, as gprof prints them when it is asked for more than one.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { GprofTextStyle } from '../listing/from-gprof-text.ts'
import type { Listing } from '../listing/listing.ts'
import { rawName } from '../names/names.ts'
import { EXPLANATIONS, styleOf, type TextInput, type TextStyle } from './listing-text.ts'
import { writeFlatProfile } from './flat-text.ts'
import { writeCallGraph, writeIndex } from './graph-text.ts'
import type { TextBytes } from './text-bytes.ts'

export interface WholeOptions {
  readonly flat: boolean
  /** The call graph, and the index that closes it. */
  readonly graph: boolean
  /** Of the index, in characters (`-w`). */
  readonly width: number
}

export function writeWhole(input: TextInput, { flat, graph, width }: WholeOptions, out: TextBytes): void {
  const { traditional, explained } = styleOf(input)
  let isFirst = true
  const feed = (): void => {
    if (!isFirst) out.text('\f\n')
    isFirst = false
  }
  const printGraph = (): void => {
    if (traditional && explained) out.text(EXPLANATIONS.traditionalGraph)
    feed()
    writeCallGraph(input, out)
  }
  if (traditional && graph) printGraph()
  if (flat) {
    feed()
    writeFlatProfile(input, out)
  }
  if (!traditional && graph) printGraph()
  if (graph) writeIndex(input, width, out)
}

/** A listing that was opened, as it was read: the same parts in the same manner, explanations in our own words. */
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
