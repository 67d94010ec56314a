/**
 * A program whose debugging information was split off → the file that holds it, looked for where gprof looks.
 *
 * By build id first, then by the name and checksum that the program keeps. The first file that fits is taken, whatever it
 * then turns out to hold. Nothing but regular files is opened.
 *
 * Errors: none; what cannot be read does not fit.
 * Source: files that GNU gprof 2.40 for Debian is seen to open.
 */
import { checksumOf } from '../core/archives/archive.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { readDebugLink } from '../core/formats/debug-info.ts'
import { sameProgram } from '../core/formats/dwarf/read.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { identify, readExecutable } from '../core/formats/registry.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { SystemError, type FileSystem, type OpenedFile } from './gprof/host.ts'

export interface DebugFile {
  readonly file: OpenedFile
  readonly raw: RawExecutable
}

/** Debian's; its gprof looks in the last, too, as it was built to. */
const FOLDERS = ['/usr/lib/debug', '/usr/lib/debug/usr', '/usr/lib/x86_64-linux-gnu/debug']

/** Bytes of a file whose checksum is made at a time. */
const PIECE = 1 << 20

/** @param image as it was named */
export async function findDebugFile(
  image: string,
  source: ByteSource,
  raw: RawExecutable,
  host: FileSystem,
  platform: NodeJS.Platform = process.platform,
): Promise<DebugFile | null> {
  // gprof looks elsewhere only where this section is missing.
  if (raw.debugSections.some(({ name }) => /^\.z?debug_info$/.test(name))) return null
  const byId = await firstFitting(placesOfId(raw.buildId), host, async (_, other) => sameProgram(raw, other))
  if (byId !== null) return byId
  const link = await readDebugLink(source, raw)
  if (link === null) return null
  const name = Buffer.from(link.name).toString('latin1')
  // A name with a folder in it could lead anywhere, to another machine too; no tool writes one.
  if ((platform === 'win32' ? /[/\\:]/ : /\//).test(name)) return null
  return firstFitting(placesOfLink(image, name, host), host, async (file) =>
    hasChecksum(file.source, link.checksum),
  )
}

/** Also in the current folder, for gprof's library takes a build id for a name that may be relative. */
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
