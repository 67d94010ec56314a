// Parses a message from the embedding page. Untrusted: it may hold any value that can be cloned.

const VERSION = 1
const MOST_FILES = 400
const LONGEST_NAME = 255
const LONGEST_STATE = 10_000

/** A profile received from the embedding page. */
export interface ReceivedProfile {
  readonly files: readonly File[]
  /** The hash of a link with the state to show; "" for the default state. */
  readonly state: string
  /** Returned with the answer, to match answers to requests. */
  readonly id: string | number | null
}

/**
 * Parses a message. Returns null for other protocols, and a sentence for a malformed message of
 * ours.
 */
export function parseMessage(data: unknown): ReceivedProfile | string | null {
  if (!isRecord(data) || data['gmonscope'] !== 'open') return null
  const { version, files, state = '', id = null } = data
  if (version !== VERSION) return `version should be ${VERSION}`
  if (typeof state !== 'string' || state.length > LONGEST_STATE) return 'state should be a short text'
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    return 'id should be a text or a number'
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES) {
    return `files should be a list of 1 to ${MOST_FILES}`
  }
  const read: File[] = []
  for (const file of files as readonly unknown[]) {
    const one = fileOf(file)
    if (typeof one === 'string') return one
    read.push(one)
  }
  return { files: read, state, id }
}

/** Returns the id to answer a malformed message with. */
export function idOf(data: unknown): string | number | null {
  const id = isRecord(data) ? data['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function fileOf(file: unknown): File | string {
  if (!isRecord(file)) return 'a file should be { name, bytes }'
  const { name, bytes } = file
  if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME) {
    return `name should be a text of 1 to ${LONGEST_NAME} characters`
  }
  if (bytes instanceof Blob || bytes instanceof ArrayBuffer) return new File([bytes], name)
  if (ArrayBuffer.isView(bytes) && bytes.buffer instanceof ArrayBuffer) {
    return new File([new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)], name)
  }
  return 'bytes should be an ArrayBuffer, a view of one, or a Blob'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * Returns the origins in the hash that the page was opened with:
 * `from=https://ci.example,https://other.example`.
 */
export function expectedOrigins(hash: string): ReadonlySet<string> {
  const origins = new Set<string>()
  for (const part of hash.replace(/^#/, '').split('&')) {
    if (!part.startsWith('from=')) continue
    for (const text of part.slice('from='.length).split(',')) {
      const origin = originOf(text)
      if (origin !== null) origins.add(origin)
    }
  }
  return origins
}

function originOf(text: string): string | null {
  try {
    const { origin } = new URL(decodeURIComponent(text))
    // A `file:` page or a sandboxed frame has the origin `null`, which any page can have, so it
    // identifies none.
    return origin === 'null' ? null : origin
  } catch {
    return null
  }
}
