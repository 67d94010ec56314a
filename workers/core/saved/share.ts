// Makes the file that a person shares, with the facts shown before it is sent.
import { stringAt, textOfBinary, type StringIndex } from '../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { displayName } from '../names/names.ts'
import { choose, type ShareChoice } from './redact.ts'
import type { SavedContent } from './content.ts'
import { shrinkToSize, type CutToFit } from './shrink-to-size.ts'

export type { CutToFit, ShareChoice }

/** What to share, and how large it may be. */
export interface ShareRequest {
  readonly choice: ShareChoice
  /** Largest size in bytes; null for no limit. */
  readonly limit: number | null
  /** The state on screen. */
  readonly scenario: SavedContent['scenario']
  readonly view: string
  /** The baseline's functions, if it is shared too. */
  readonly first?: FunctionTable
}

/** A text as it is, and as it will be shared. */
export interface Sample {
  readonly before: string
  readonly after: string
}

/** A file to share, and what is in it. */
export interface SharedProfile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly cut: CutToFit
  readonly name: string
  /** Contents of the file. */
  readonly files: readonly string[]
  readonly functions: number
  readonly arcs: number
  readonly notices: number
  readonly sourceFiles: number
  /** Lines with times or calls. */
  readonly lines: number
  /** Names of the functions with the most samples, before and after. */
  readonly nameSamples: readonly Sample[]
  readonly pathSamples: readonly Sample[]
}

const SAMPLES = 4

/**
 * Returns the file to share; null if it cannot be made small enough. `content` is not changed.
 *
 * @throws ProblemError as `saveProfile`
 */
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

/** Returns the rows of the largest values, largest first. */
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
