// The page as one HTML file in pieces: with a saved profile in it, or, for the viewer on this machine, with
// the files themselves.
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { baseNameAnywhere } from '../core/base/file-names.ts'
import type { Opened } from '../core/pipeline/open-profile.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import { enclose, type EnclosedFile, ONE_FILE } from '../core/reports/one-file.ts'
import { contentOf } from '../core/saved/content.ts'
import { saveProfile } from '../core/saved/save.ts'
import { UsageError } from './arguments.ts'
import { isEmptyScenario } from '../core/analysis/scenario/scenario.ts'
import { stringAt, type StringIndex } from '../core/base/string-table.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { shownPath } from '../core/reports/sources.ts'
import { linesOfFiles } from './open-files.ts'
import type { ProgressLine } from './io.ts'
import { openSourceFile } from './file-source.ts'

/** From this file where it is built, and from its source. */
const PLACES = [`../page/${ONE_FILE}`, `../../dist/page/${ONE_FILE}`] as const

/** Holds names, numbers and the scenario, and nothing of the program's code. */
export async function savedProfile(
  opened: Opened,
  lines: AllLines | null,
  view: string = opened.saved?.view ?? '',
): Promise<Uint8Array> {
  const { scenario } = opened.analyzed
  const named = { ...opened, name: baseNameAnywhere(opened.name) }
  return saveProfile(contentOf(named, { scenario, view }, lines))
}

/** With what changed since `before` on screen, unless that is null. Errors: UsageError where the page is not built. */
export async function oneFile(
  opened: Opened,
  lines: AllLines | null,
  before: Opened | null = null,
): Promise<readonly string[]> {
  const empty = emptyPage()
  if (!before) {
    const files = [enclosedFile(opened, await savedProfile(opened, lines))]
    return enclose(empty, { version: 1, state: '', files })
  }
  const files = [enclosedFile(opened, await savedProfile(opened, lines, COMPARING))]
  // What changed is told by function.
  const earlier = [enclosedFile(before, await savedProfile(before, null))]
  return enclose(empty, { version: 1, state: '', files, beside: { isEarlier: true, files: earlier } })
}

/** What a link says of the view that shows what changed. */
const COMPARING = 'v=1&view=compare'

const enclosedFile = ({ name }: Opened, bytes: Uint8Array): EnclosedFile => ({
  name: `${baseNameAnywhere(name)}.gmonscope`,
  bytes: Buffer.from(bytes).toString('base64'),
})

/** Errors: UsageError where the page is not built. */
function emptyPage(): string {
  const places = PLACES.map((place) => new URL(place, import.meta.url))
  const place = places.find((one) => existsSync(one))
  if (place === undefined)
    throw new UsageError(`the page is not built: ${ONE_FILE} is missing; npm run build makes it`)
  return readFileSync(place, 'utf8')
}

// The page with the files themselves in it, for who looks at them on this machine: with a program there are lines, runs by themselves
// and calls never taken, which a saved profile has left behind. What is to be handed on is made by one-file.ts.

/** Bytes of all files together: a browser reads them as part of the document. */
const MOST_BYTES = 32_000_000
/** Of source files together, and of one. */
const MOST_SOURCE_BYTES = 4_000_000
const LARGEST_SOURCE = 2_000_000

/**
 * In pieces. Where files are too large, or numbers were changed, the profile alone: a page is opened under no scenario of files.
 *
 * Errors: UsageError where the page is not built; those of reading the files.
 */
export async function pageOfFiles(
  opened: Opened,
  sources: readonly ByteSource[],
  progress: ProgressLine,
): Promise<readonly string[]> {
  const bytes = sources.reduce((sum, { size }) => sum + size, 0)
  const isRecorded = opened.reading !== undefined && isEmptyScenario(opened.analyzed.scenario)
  if (!isRecorded || bytes > MOST_BYTES) {
    const lines = (await linesOfFiles(opened, sources, progress)?.all()) ?? null
    return oneFile(opened, lines)
  }
  const files: EnclosedFile[] = []
  for (const [at, source] of sources.entries()) files.push(await encode(source, nameAmong(sources, at)))
  const program = opened.program?.source.name
  const texts = program === undefined ? [] : await sourceFiles(opened, dirname(program))
  return enclose(emptyPage(), { version: 1, state: '', files, sources: texts })
}

/** Its own name, unless there is another of that name: then with its folders. */
function nameAmong(sources: readonly ByteSource[], at: number): string {
  const names = sources.map(({ name }) => baseNameAnywhere(name))
  const own = names[at] ?? ''
  return names.indexOf(own) === names.lastIndexOf(own) ? own : (sources[at]?.name ?? own)
}

async function encode(source: ByteSource, name: string): Promise<EnclosedFile> {
  const bytes = await source.read(0, source.size)
  return { name, bytes: Buffer.from(bytes).toString('base64') }
}

/** Those that functions in use come from, as far as they are on this disk, and fit. */
async function sourceFiles({ plain }: Opened, folder: string): Promise<readonly EnclosedFile[]> {
  const found: EnclosedFile[] = []
  const { files } = plain.sources ?? {}
  let left = MOST_SOURCE_BYTES
  for (let at = 0; files && at < files.length; at++) {
    const path = shownPath(stringAt(files, at as StringIndex))
    const file = await openSourceFile(path, [folder])
    if (!file) continue
    try {
      if (file.size > Math.min(left, LARGEST_SOURCE)) continue
      left -= file.size
      found.push(await encode(file, path))
    } finally {
      await file.close()
    }
  }
  return found
}
