// Saved profiles for tests: made of opened ones, taken apart and put together again.
import { constants, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import { EMPTY_SCENARIO, type Scenario } from '../core/analysis/scenario/scenario.ts'
import { memorySource } from '../core/bytes/byte-source.ts'
import { MAGIC } from '../core/formats/saved-profile/types.ts'
import { openProfile, type Opened } from '../core/pipeline/open-profile.ts'
import type { ShareChoice } from '../core/saved/redact.ts'
import { contentOf } from '../core/saved/content.ts'
import { saveProfile } from '../core/saved/save.ts'
import { buildLargeCase, type LargeCase, type LargeCaseSpec } from './large-case.ts'

/** Nothing of a profile is kept back. */
export const EVERYTHING: ShareChoice = {
  names: 'kept',
  withoutDirectories: false,
  withoutSources: false,
  withoutLines: false,
  withoutNotices: false,
}

const OPTIONS = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }

export async function openBytes(
  files: Readonly<Record<string, Uint8Array>>,
  scenario: Scenario = EMPTY_SCENARIO,
): ReturnType<typeof openProfile> {
  const sources = Object.entries(files).map(([name, bytes]) => memorySource(name, bytes))
  return openProfile(sources, { ...OPTIONS, scenario }, () => {})
}

/** Of a made-up program; throws what keeps it from being opened. */
export async function openLargeCase(
  spec: Pick<LargeCaseSpec, 'functions' | 'arcs'> & Partial<LargeCaseSpec>,
): Promise<LargeCase & { readonly opened: Opened }> {
  const { executable, profile } = buildLargeCase({ cycles: 'some', names: 'c', seed: 1, ...spec })
  const result = await openBytes({ prog: executable, 'gmon.out': profile })
  if (!result.ok) throw new Error(result.problem.problem.code)
  return { opened: result.value, executable, profile }
}

export function savedBytes(
  opened: Opened,
  state: { readonly scenario: Scenario; readonly view: string } = { scenario: EMPTY_SCENARIO, view: '' },
): Promise<Uint8Array<ArrayBuffer>> {
  return saveProfile(contentOf(opened, state))
}

/** The code of the problem that a file ends in, "opened" if there is none. */
export async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const result = await openBytes({ 'x.gmonscope': bytes })
  return result.ok ? 'opened' : result.problem.problem.code
}

export interface SavedParts {
  readonly header: Record<string, unknown>
  readonly columns: Uint8Array
}

export function takeApart(file: Uint8Array): SavedParts {
  const bytes = gunzipSync(file.subarray(MAGIC.length))
  const length = bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.subarray(4, 4 + length).toString('utf8')) as Record<string, unknown>
  return { header, columns: bytes.subarray(4 + length) }
}

export function putTogether({ header, columns }: SavedParts): Uint8Array {
  const json = Buffer.from(JSON.stringify(header))
  return packed(Buffer.concat([lengthOf(json), json, columns]))
}

/** Any bytes behind the saved profile's first ones. */
export function packed(content: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(MAGIC), gzipSync(content, { level: 9 })])
}

/** A part of a stream, with more to follow. */
const OPEN = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
const BLOCK = 1 << 26
/** `BLOCK` compressed zeros: compressing them takes longer than reading them, and once is enough. */
let zeroBlock: Uint8Array | null = null

/** A saved profile's first bytes, this content, and then zeros without end, a thousandth of their number long. */
export function bomb(content: Uint8Array, zeros = 2 ** 30): Uint8Array {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  const blocks = Array.from(
    { length: Math.ceil(zeros / BLOCK) },
    () => (zeroBlock ??= deflateRawSync(new Uint8Array(BLOCK), OPEN)),
  )
  return Buffer.concat([Buffer.from(MAGIC), head, deflateRawSync(content, OPEN), ...blocks])
}

export function lengthOf(bytes: { readonly length: number }): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return length
}
