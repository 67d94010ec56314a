/**
 * Finds the file with a program's split-off debugging information, where gprof looks for it.
 *
 * Searches by build id, then by the name and checksum in the program. Takes the first file that
 * matches, whatever it contains. Opens regular files only; unreadable files do not match.
 *
 * Source: files that GNU gprof 2.40 for Debian is observed to open.
 */
import { checksumOf } from '../core/archives/archive.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { readDebugLink } from '../core/formats/debug-link.ts'
import { sameProgram } from '../core/formats/dwarf/read.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { identify, readExecutable } from '../core/formats/registry.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { SystemError, type FileSystem, type OpenedFile } from './gprof/host.ts'

/** The debug file that was found. */
export interface DebugFile {
  readonly file: OpenedFile
  readonly raw: RawExecutable
}

/** Debian's folders; its gprof was built to look in the last one, too. */
const FOLDERS = ['/usr/lib/debug', '/usr/lib/debug/usr', '/usr/lib/x86_64-linux-gnu/debug']

/** Bytes per step of a checksum. */
const PIECE = 1 << 20

/**
 * Finds the debug file of a program; null if there is none.
 *
 * @param image path of the program as named
 */
export async function findDebugFile(
  image: string,
  source: ByteSource,
  raw: RawExecutable,
  host: FileSystem,
  platform: NodeJS.Platform = process.platform,
): Promise<DebugFile | null> {
  // gprof looks elsewhere only if this section is missing.
  if (raw.debugSections.some(({ name }) => /^\.z?debug_info$/.test(name))) return null
  const byId = await firstFitting(placesOfId(raw.buildId), host, async (_, other) => sameProgram(raw, other))
  if (byId !== null) return byId
  const link = await readDebugLink(source, raw)
  if (link === null) return null
  const name = Buffer.from(link.name).toString('latin1')
  // A name with a folder could lead anywhere, to another machine as well; no tool writes one.
  if ((platform === 'win32' ? /[/\\:]/ : /\//).test(name)) return null
  return firstFitting(placesOfLink(image, name, host), host, async (file) =>
    hasChecksum(file.source, link.checksum),
  )
}

/**
 * Includes the current folder, because gprof's library takes a build id for a name that may be
 * relative.
 */
function placesOfId(id: string): readonly string[] {
  if (id === '') return []
  const name = `.build-id/${id.slice(0, 2)}/${id.slice(2)}.debug`
  return [name, `.debug/${name}`, ...FOLDERS.map((folder) => `${folder}/${name}`)]
}

function placesOfLink(image: string, name: string, host: FileSystem): readonly string[] {
  const beside = folderOf(image)
  const folder = folderOf(host.realPath(image))
  return [beside + name, `${beside}.debug/${name}`, ...FOLDERS.map((root) => root + folder + name)]
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

async function firstFitting(
  places: readonly string[],
  host: FileSystem,
  fits: (file: OpenedFile, raw: RawExecutable) => Promise<boolean>,
): Promise<DebugFile | null> {
  for (const place of places) {
    const file = openFile(place, host)
    if (file === null) continue
    const raw = await readFile(file)
    if (raw !== null && (await fits(file, raw))) return { file, raw }
    file.close()
  }
  return null
}

function openFile(name: string, host: FileSystem): OpenedFile | null {
  try {
    const file = host.open(name, true)
    if (file.kind === 'file') return file
    file.close()
  } catch (error) {
    if (!(error instanceof SystemError)) throw error
  }
  return null
}

async function readFile({ source }: OpenedFile): Promise<RawExecutable | null> {
  try {
    return (await identify(source)).kind === 'executable' ? await readExecutable(source, true) : null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return null
  }
}

async function hasChecksum(source: ByteSource, checksum: number): Promise<boolean> {
  let sum = 0
  for (let at = 0; at < source.size; at += PIECE)
    sum = checksumOf(await source.read(at, Math.min(PIECE, source.size - at)), sum)
  return sum === checksum
}
