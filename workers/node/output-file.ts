// The file that -o names, either complete or unchanged.
//
// The document is written to a temporary file beside it and then renamed. It is written in place if a new
// file would not be equivalent: for anything but a regular file, and if it has several names, another
// owner or is already open, or if no file can be made beside it.
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'

type Name = string | Buffer

/** An output file that is replaced as a whole, if possible. */
export class OutputFile {
  /** The temporary file and the file it will become; null if written in place. */
  readonly #beside: Beside | null
  readonly #name: Name
  readonly #descriptor: number
  #isClosed = false

  /** @throws errors of the system */
  constructor(name: Name) {
    this.#name = name
    this.#beside = openBeside(name)
    this.#descriptor = this.#beside?.descriptor ?? openSync(name, 'w')
  }

  /** @throws errors of the system */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
  }

  /**
   * Completes the file after all is written.
   *
   * @throws errors of the system; then call `discard`
   */
  finish(): void {
    this.#close()
    if (!this.#beside) return
    const { path, target } = this.#beside
    try {
      renameSync(path, target)
    } catch {
      // Needed if a container mounts the single file, and on Windows if another program has it
      // open.
      copyFileSync(path, target)
      unlinkSync(path)
    }
  }

  /**
   * Removes a partial document, because half a table looks like a whole one. A file that was
   * written in place becomes empty if it has a link or several names.
   */
  discard(): void {
    try {
      if (this.#beside) unlinkSync(this.#beside.path)
      else if (!this.#isClosed && fstatSync(this.#descriptor).isFile()) {
        ftruncateSync(this.#descriptor)
        if (lstatSync(this.#name).isFile()) unlinkSync(this.#name)
      }
      if (!this.#isClosed) this.#close()
    } catch {
      // The first error is the one to report.
    }
  }

  #close(): void {
    this.#isClosed = true
    closeSync(this.#descriptor)
  }
}

interface Beside {
  readonly descriptor: number
  readonly path: Buffer
  readonly target: Name
}

/** Returns null if it cannot be created for any reason; opening the file in place reports it. */
function openBeside(name: Name): Beside | null {
  try {
    if (/^\/+(?:dev|proc)\//.test(bytesOf(name).toString('latin1'))) return null
    const old = statSync(name, { throwIfNoEntry: false })
    if (old && !isReplaceable(name, old)) return null
    // A broken link creates the file that it leads to.
    if (!old && lstatSync(name, { throwIfNoEntry: false })) return null
    const target = old ? realpathSync(name, 'buffer') : name
    const path = nameBeside(target)
    const descriptor = openSync(path, 'wx')
    if (!old || isMadeAlike(descriptor, old)) return { descriptor, path, target }
    closeSync(descriptor)
    unlinkSync(path)
    return null
  } catch {
    return null
  }
}

const ALL_MODES = 0o7777

/**
 * Whether the new file has the owner and group of the old one, and now its mode, which some file
 * systems refuse.
 */
function isMadeAlike(descriptor: number, old: Stats): boolean {
  const made = fstatSync(descriptor)
  if (made.uid !== old.uid || made.gid !== old.gid || made.dev !== old.dev) return false
  try {
    fchmodSync(descriptor, old.mode & ALL_MODES)
    return true
  } catch {
    return false
  }
}

/** @throws errors of the system if the file may not be written */
function isReplaceable(name: Name, old: Stats): boolean {
  accessSync(name, constants.W_OK)
  const isOpen = [0, 1, 2].some((descriptor) => isSame(fstatSync(descriptor), old))
  return old.isFile() && old.nlink === 1 && !isOpen
}

const isSame = (one: Stats, other: Stats): boolean => one.ino === other.ino && one.dev === other.dev

const bytesOf = (name: Name): Buffer => (typeof name === 'string' ? Buffer.from(name) : name)

function nameBeside(target: Name): Buffer {
  const bytes = bytesOf(target)
  const separators = process.platform === 'win32' ? ['/', '\\'] : ['/']
  const behind = 1 + Math.max(...separators.map((separator) => bytes.lastIndexOf(separator)))
  const unique = `.${randomBytes(6).toString('hex')}.part`
  return Buffer.concat([
    bytes.subarray(0, behind),
    Buffer.from('.'),
    bytes.subarray(behind),
    Buffer.from(unique),
  ])
}
