// The page and a profile as one HTML file: a document that holds the whole program, and a slot for files to open in it.

/** Beside index.html; the document with an empty slot. */
export const ONE_FILE = 'gmonscope.html'

/** The element that holds the files, so that the page finds it by id. */
export const SLOT_ID = 'gmonscope-profile'

const SLOT_START = `<script data-own="" type="application/json" id="${SLOT_ID}">`
const SLOT_END = '</script>'

/** As it stands in a document without a profile. */
export const PROFILE_SLOT = SLOT_START + SLOT_END

export interface EnclosedFile {
  readonly name: string
  /** Base64. */
  readonly bytes: string
}

/** What stands in the slot. */
export interface Enclosed {
  readonly version: 1
  /** The link's hash to show the files under, `#` included; empty for the page's first screen. */
  readonly state: string
  readonly files: readonly EnclosedFile[]
  /** Source files of the program; none unless given. */
  readonly sources?: readonly EnclosedFile[]
  /** The profile that these are compared with; what does not know it shows `files` alone. */
  readonly beside?: EnclosedBeside
}

export interface EnclosedBeside {
  /** Whether it is the one before. */
  readonly isEarlier: boolean
  readonly files: readonly EnclosedFile[]
}

/** As it was found: what is wrong with the profile beside keeps nobody from the first one. */
export interface FoundEnclosed extends Omit<Enclosed, 'beside'> {
  /** Not there if it was not in the document; null if it is damaged. */
  readonly beside?: EnclosedBeside | null
}

/**
 * The document in pieces, to be written one after the other.
 *
 * Errors: throws where `empty` is no document with an empty slot.
 */
export function enclose(empty: string, enclosed: Enclosed): readonly string[] {
  const at = empty.indexOf(PROFILE_SLOT)
  if (at < 0) throw new Error(`${ONE_FILE} holds no slot for a profile`)
  const start = at + SLOT_START.length
  const { files, sources, beside, ...rest } = enclosed
  const head = inScript(rest).slice(0, -1)
  const also = sources && sources.length > 0 ? [',"sources":[', ...listed(sources), ']'] : []
  const other = beside
    ? [`,"beside":{"isEarlier":${beside.isEarlier},"files":[`, ...listed(beside.files), ']}']
    : []
  return [
    empty.slice(0, start),
    `${head},"files":[`,
    ...listed(files),
    ']',
    ...also,
    ...other,
    '}',
    empty.slice(start),
  ]
}

/** Base64 needs no escapes, and megabytes of it are not looked through for any. */
const listed = (files: readonly EnclosedFile[]): readonly string[] =>
  files.flatMap(({ name, bytes }, file) => [
    `${file > 0 ? ',' : ''}{"name":${inScript(name)},"bytes":"`,
    bytes,
    '"}',
  ])

/** Names come from anywhere: without "<" nothing in them ends the element or opens another. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** What the slot's text holds; null if nothing. Errors: throws where it is damaged or of a newer form. */
export function parseEnclosed(text: string): FoundEnclosed | null {
  if (text.trim() === '') return null
  const value: unknown = JSON.parse(text)
  if (!isEnclosed(value)) throw new Error('what the file holds is not what gmonscope put there')
  const { beside, ...first } = value
  return beside === undefined ? first : { ...first, beside: isBeside(beside) ? beside : null }
}

interface Slot extends Omit<Enclosed, 'beside'> {
  readonly beside?: unknown
}

function isEnclosed(value: unknown): value is Slot {
  if (typeof value !== 'object' || value === null) return false
  const { version, state, files, sources = [] } = value as Readonly<Record<string, unknown>>
  const areFiles = (some: unknown): boolean => Array.isArray(some) && some.every(isEnclosedFile)
  return version === 1 && typeof state === 'string' && areFiles(files) && areFiles(sources)
}

function isBeside(value: unknown): value is EnclosedBeside {
  if (typeof value !== 'object' || value === null) return false
  const { isEarlier, files } = value as Readonly<Record<string, unknown>>
  const isListed = Array.isArray(files) && files.length > 0 && files.every(isEnclosedFile)
  return typeof isEarlier === 'boolean' && isListed
}

function isEnclosedFile(value: unknown): value is EnclosedFile {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes } = value as Readonly<Record<string, unknown>>
  return typeof name === 'string' && typeof bytes === 'string'
}
