// The file that -o names, whole or as it was: what is written stands under another name beside it until all of it is there.
//
// In its own place where another file would not be the same to others: what is no plain file, has several names, is somebody
// else's or is open already, and where nothing can be put beside it.
import { randomBytes } from 'node:crypto'
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
  statSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs'

type Name = string | Buffer

export class OutputFile {
  /** What is written into, and the file it is to become; null in its own place. */
  readonly #beside: Beside | null
  readonly #name: Name
  readonly #descriptor: number
  #isClosed = false

  /** Errors: the system's. */
  constructor(name: Name) {
    this.#name = name
    this.#beside = openBeside(name)
    this.#descriptor = this.#beside?.descriptor ?? openSync(name, 'w')
  }

  /** Errors: the system's. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
  }

  /** All of it is written. Errors: the system's; then it is to be discarded. */
  finish(): void {
    this.#close()
    if (!this.#beside) return
    const { path, target } = this.#beside
    try {
      renameSync(path, target)
    } catch {
      // As where a container has the file alone from outside, and on Windows where another program has it open.
      copyFileSync(path, target)
      unlinkSync(path)
    }
  }

  /** Half of a table looks like a whole one. Of what is in its own place an empty file is left behind a link and under another name. */
  discard(): void {
    try {
      if (this.#beside) unlinkSync(this.#beside.path)
      else if (!this.#isClosed && fstatSync(this.#descriptor).isFile()) {
        ftruncateSync(this.#descriptor)
        if (lstatSync(this.#name).isFile()) unlinkSync(this.#name)
      }
      if (!this.#isClosed) this.#close()
    } catch {
      // What went wrong first is told.
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

/** Null where it cannot be, for whatever reason: who opens the file in its own place is told that. */
function openBeside(name: Name): Beside | null {
  try {
    if (/^\/+(?:dev|proc)\//.test(bytesOf(name).toString('latin1'))) return null
    const old = statSync(name, { throwIfNoEntry: false })
    if (old && !isReplaceable(name, old)) return null
    // A link that leads nowhere makes the file that it leads to.
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

/** Whether it belongs to the same user and group as the old one, and now has its mode, which some file systems refuse. */
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

/** Errors: the system's, for one that may not be written. */
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
