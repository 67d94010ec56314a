// A person's choice of what leaves → the bytes that leave, and what a person wants to know of them before.
import { stringAt, textOfBinary, type StringIndex } from '../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { displayName } from '../reports/names/names.ts'
import { choose, type ShareChoice } from './redact.ts'
import type { SavedContent } from './content.ts'
import { shrinkToSize, type CutToFit } from './shrink-to-size.ts'

export type { CutToFit, ShareChoice }

export interface ShareRequest {
  readonly choice: ShareChoice
  /** Bytes it may take; null for as many as it takes. */
  readonly limit: number | null
  /** What is on screen. */
  readonly scenario: SavedContent['scenario']
  readonly view: string
  /** Of the profile that it is compared with, if that leaves, too. */
  readonly first?: FunctionTable
}

export interface Sample {
  readonly before: string
  readonly after: string
}

export interface SharedProfile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly cut: CutToFit
  readonly name: string
  /** What is in it. */
  readonly files: readonly string[]
  readonly functions: number
  readonly arcs: number
  readonly notices: number
  readonly sourceFiles: number
  /** Of which the time or the calls are told. */
  readonly lines: number
  /** Of the functions with the most samples, as they are and as they will be. */
  readonly nameSamples: readonly Sample[]
  readonly pathSamples: readonly Sample[]
}

const SAMPLES = 4

/** Null if it cannot be made as small as that. */
export async function shareProfile(
  content: SavedContent,
  request: ShareRequest,
): Promise<SharedProfile | null> {
  const chosen = choose(content, request.choice, request.first)
  const fitted = await shrinkToSize(chosen, request.limit ?? Infinity)
  if (!fitted) return null
  const { plain, files, notices, name, lines } = fitted.content
  return {
    bytes: fitted.bytes,
    cut: fitted.cut,
    name,
    files: files.map((file) => file.name),
    functions: plain.functions.length,
    arcs: plain.arcs.length,
    notices: notices.length,
    sourceFiles: plain.sources?.files.length ?? 0,
    lines: lines?.line.length ?? 0,
    nameSamples: sampleNames(content, chosen),
    pathSamples: samplePaths(content, chosen),
  }
}

function sampleNames(before: SavedContent, after: SavedContent): readonly Sample[] {
  const { functions } = before.plain
  const rows = largest(functions.selfTicks, functions.length)
  return rows.map((row) => {
    const f = row as FunctionIndex
    return { before: displayName(functions, f), after: displayName(after.plain.functions, f) }
  })
}

function samplePaths(before: SavedContent, after: SavedContent): readonly Sample[] {
  const { sources, functions } = before.plain
  if (!sources) return []
  const seen = new Map<number, Sample>()
  for (const row of largest(functions.selfTicks, functions.length)) {
    const f = row as FunctionIndex
    const file = sources.fileOf[f]
    if (file < 0 || seen.has(file)) continue
    const kept = after.plain.sources
    seen.set(file, {
      before: textOfBinary(stringAt(sources.files, file as number as StringIndex)),
      after: kept ? textOfBinary(stringAt(kept.files, kept.fileOf[f] as number as StringIndex)) : '',
    })
  }
  return [...seen.values()]
}

/** Rows of the largest values, the largest first. */
function largest(values: ArrayLike<number>, length: number): readonly number[] {
  const rows: number[] = []
  for (let row = 0; row < length; row++) {
    let at = rows.length
    while (at > 0 && values[row] > values[rows[at - 1]]) at--
    if (at >= SAMPLES) continue
    rows.splice(at, 0, row)
    if (rows.length > SAMPLES) rows.pop()
  }
  return rows
}
