// A message from the page around this one → the files in it, or nothing. Untrusted: it may hold anything that can be cloned.

const VERSION = 1
const MOST_FILES = 400
const LONGEST_NAME = 255
const LONGEST_STATE = 10_000

export interface HandedIn {
  readonly files: readonly File[]
  /** The hash of a link to show them under; "" for the page's own choice. */
  readonly state: string
  /** Given back with the answer, so that it can be told from others. */
  readonly id: string | number | null
}

/** Null for a message of somebody else's protocol; a sentence for one that is meant for us and wrong. */
export function parseMessage(data: unknown): HandedIn | string | null {
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

/** What an answer to a wrong message goes by. */
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

/** The origins in the hash that the page was opened with: `from=https://ci.example,https://other.example`. */
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
    // A file, or a frame without an origin: any page can be that, so it is no name to go by.
    return origin === 'null' ? null : origin
  } catch {
    return null
  }
}
