// The page as one HTML file in pieces, for sending or for the viewer on this machine.
//
// It holds a saved profile or, for the viewer, the files themselves: with the program there are lines, single
// runs and static calls, which a saved profile lacks.
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
import { shownPath } from '../core/reports/find-source.ts'
import { linesOfFiles } from './lines-of-files.ts'
import type { ProgressLine } from './progress.ts'
import { openSourceFile } from './source-files.ts'

/** Relative to this file as built, and to its source. */
const PLACES = [`../page/${ONE_FILE}`, `../../dist/page/${ONE_FILE}`] as const

/**
 * Returns a saved profile, which contains names, numbers and the scenario, but none of the
 * program's code.
 */
export async function savedProfile(
  opened: Opened,
  lines: AllLines | null,
  view: string = opened.saved?.view ?? '',
): Promise<Uint8Array> {
  const { scenario } = opened.analyzed
  const named = { ...opened, name: baseNameAnywhere(opened.name) }
  return saveProfile(contentOf(named, { scenario, view }, lines))
}

/**
 * Returns the page with a saved profile in it and, unless `before` is null, the changes since
 * that profile.
 *
 * @throws UsageError if the page is not built
 */
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
  // The diff is by function, so lines are not needed.
  const earlier = [enclosedFile(before, await savedProfile(before, null))]
  return enclose(empty, { version: 1, state: '', files, beside: { isEarlier: true, files: earlier } })
}

/** State of a link to the diff view. */
const COMPARING = 'v=1&view=compare'

const enclosedFile = ({ name }: Opened, bytes: Uint8Array): EnclosedFile => ({
  name: `${baseNameAnywhere(name)}.gmonscope`,
  bytes: Buffer.from(bytes).toString('base64'),
})

/** @throws UsageError if the page is not built */
function emptyPage(): string {
  const places = PLACES.map((place) => new URL(place, import.meta.url))
  const place = places.find((one) => existsSync(one))
  if (place === undefined)
    throw new UsageError(`the page is not built: ${ONE_FILE} is missing; npm run build makes it`)
  return readFileSync(place, 'utf8')
}

/** Largest total size of the files, in bytes: a browser reads them as part of the document. */
const MOST_BYTES = 32_000_000
/** Largest size of all source files, and of one. */
const MOST_SOURCE_BYTES = 4_000_000
const LARGEST_SOURCE = 2_000_000

/**
 * Returns the page with the files, in pieces. If the files are too large, addresses are
 * shifted or a scenario applies, it contains a saved profile instead, because a page cannot open
 * files so.
 *
 * @throws UsageError if the page is not built; errors of reading the files
 */
export async function pageOfFiles(
  opened: Opened,
  sources: readonly ByteSource[],
  progress: ProgressLine,
): Promise<readonly string[]> {
  const bytes = sources.reduce((sum, { size }) => sum + size, 0)
  const isShifted = opened.notices.some(({ code }) => code === 'position-independent')
  const isRecorded = opened.reading !== undefined && !isShifted && isEmptyScenario(opened.analyzed.scenario)
  if (!isRecorded || bytes > MOST_BYTES) {
    const lines = (await linesOfFiles(opened, sources, progress)?.all()) ?? null
    return oneFile(opened, lines)
  }
  const files: EnclosedFile[] = []
  for (const [at, source] of sources.entries()) files.push(await encode(source, nameAmong(sources, at)))
  const program = opened.contents.program?.source.name
  const texts = program === undefined ? [] : await sourceFiles(opened, dirname(program))
  return enclose(emptyPage(), { version: 1, state: '', files, sources: texts })
}

/** Base name, or the path if two files have one base name. */
function nameAmong(sources: readonly ByteSource[], at: number): string {
  const names = sources.map(({ name }) => baseNameAnywhere(name))
  const own = names[at] ?? ''
  return names.indexOf(own) === names.lastIndexOf(own) ? own : (sources[at]?.name ?? own)
}

async function encode(source: ByteSource, name: string): Promise<EnclosedFile> {
  const bytes = await source.read(0, source.size)
  return { name, bytes: Buffer.from(bytes).toString('base64') }
}

/** Source files of active functions, as far as they exist on this disk and fit. */
async function sourceFiles({ contents }: Opened, folder: string): Promise<readonly EnclosedFile[]> {
  const found: EnclosedFile[] = []
  const { files } = contents.plain.sources ?? {}
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
