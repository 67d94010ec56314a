// The page with the files themselves in it, for who looks at them on this machine: with a program there are lines, runs by themselves
// and calls never taken, which a saved profile has left behind. What is to be handed on is made by one-file.ts.
import { dirname } from 'node:path'
import { isEmptyScenario } from '../core/analysis/scenario/scenario.ts'
import { baseNameAnywhere } from '../core/base/base-name.ts'
import { stringAt, type StringIndex } from '../core/base/string-table.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { Opened } from '../core/pipeline.ts'
import { enclose, type EnclosedFile } from '../core/reports/one-file.ts'
import { shownPath } from '../core/reports/lines/find-source.ts'
import { linesOfFiles } from './lines-of-files.ts'
import { emptyPage, oneFile } from './one-file.ts'
import type { Progress } from './progress.ts'
import { openSourceFile } from './source-folders.ts'

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
  progress: Progress,
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
