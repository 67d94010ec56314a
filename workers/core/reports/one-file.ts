// The page as one HTML file: the whole application, with a slot for the files to open in it.

/** Name of the document with an empty slot, beside index.html. */
export const ONE_FILE = 'gmonscope.html'

/** Id of the element that contains the files. */
export const SLOT_ID = 'gmonscope-profile'

const SLOT_START = `<script data-own="" type="application/json" id="${SLOT_ID}">`
const SLOT_END = '</script>'

/** The slot of a document without a profile. */
export const PROFILE_SLOT = SLOT_START + SLOT_END

/** An enclosed file. */
export interface EnclosedFile {
  readonly name: string
  /** Contents in Base64. */
  readonly bytes: string
}

/** Contents of the slot. */
export interface Enclosed {
  readonly version: 1
  /** Hash of the link to open the files with, `#` included; "" for the start screen. */
  readonly state: string
  readonly files: readonly EnclosedFile[]
  /** Source files of the program, if any. */
  readonly sources?: readonly EnclosedFile[]
  /** The profile to compare with. Versions without this field show `files` alone. */
  readonly beside?: EnclosedBeside
}

/** The other profile of an enclosed comparison. */
export interface EnclosedBeside {
  /** Whether it is the earlier one. */
  readonly isEarlier: boolean
  readonly files: readonly EnclosedFile[]
}

/**
 * Contents of the slot as parsed: a damaged second profile does not prevent the first one from
 * opening.
 */
export interface FoundEnclosed extends Omit<Enclosed, 'beside'> {
  /** Absent if the document had none; null if it is damaged. */
  readonly beside?: EnclosedBeside | null
}

/**
 * Returns the document with `enclosed` in its slot, in pieces to be written one after the other, in UTF-8.
 * Nothing in names can end the slot.
 *
 * @param empty the document with an empty slot (`ONE_FILE`)
 * @throws Error if `empty` has no empty slot
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

/** Base64 needs no escapes, so megabytes of it are not searched for any. */
const listed = (files: readonly EnclosedFile[]): readonly string[] =>
  files.flatMap(({ name, bytes }, file) => [
    `${file > 0 ? ',' : ''}{"name":${inScript(name)},"bytes":"`,
    bytes,
    '"}',
  ])

/**
 * Escapes "<": names come from anywhere, and without it nothing in them ends the element or opens
 * another.
 */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Parses the text of the slot. Returns null if it is empty or blank. A damaged second profile is `beside:
 * null`, and the first opens without it.
 *
 * @throws SyntaxError if it is no JSON
 * @throws Error if it has another shape or is of a newer version
 */
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
