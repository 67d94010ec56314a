// The browser's storage of profiles: the head, the bytes and the baseline of each under a key of its own, so
// that the list is read without bytes.
import { clear, createStore, del, delMany, getMany, keys, set, setMany, values } from 'idb-keyval'
import type { RecentProfile } from './ui-state.ts'

/** Profiles that are kept: the last ones opened. */
export const MOST_PROFILES = 5

export interface Kept {
  readonly recent: RecentProfile
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly baseline: KeptBaseline | null
}

/** The baseline of a kept profile. */
export interface KeptBaseline {
  readonly name: string
  readonly isEarlier: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

const store = createStore('gmonscope', 'bytes')
/** Version 0.1.0 stored the heads here, by id. A newer database has no such store. */
const former = createStore('gmonscope', 'recent')

const HEAD = 'head of '
const keyOfHead = (id: string): string => HEAD + id
const keyOfBaseline = (id: string): string => `baseline of ${id}`

/** Returns the profiles that are stored, newest first. */
export async function list(): Promise<readonly RecentProfile[]> {
  const stored = await keys<string>(store)
  if (stored.length > 0 && !stored.some(isHead) && (await takeOver())) return list()
  const heads = await getMany<RecentProfile>(stored.filter(isHead), store)
  return heads.filter((head) => head !== undefined).toSorted((a, b) => b.at - a.at)
}

const isHead = (key: string): boolean => key.startsWith(HEAD)

/** Takes over what version 0.1.0 stored. Returns whether there was something. */
async function takeOver(): Promise<boolean> {
  const heads = await values<RecentProfile>(former).catch(() => [])
  if (heads.length === 0) return false
  await setMany(
    heads.map((head) => [keyOfHead(head.id), head]),
    store,
  )
  await clear(former)
  return true
}

/** Returns a stored profile, or null. */
export async function read(id: string): Promise<Kept | null> {
  const recent = (await list()).find((profile) => profile.id === id)
  const [bytes, baseline] = await getMany<unknown>([id, keyOfBaseline(id)], store)
  if (!recent || !bytes) return null
  return { recent, bytes: bytes as Kept['bytes'], baseline: (baseline as KeptBaseline | undefined) ?? null }
}

/** Stores a profile and drops the oldest. @param bytes null if they are stored already */
export async function put(profile: RecentProfile, bytes: Uint8Array<ArrayBuffer> | null): Promise<void> {
  const { id } = profile
  const head: [string, unknown] = [keyOfHead(id), profile]
  await setMany(bytes ? [head, [id, bytes]] : [head], store)
  const oldest = (await list()).slice(MOST_PROFILES)
  await delMany(
    oldest.flatMap((old) => [keyOfHead(old.id), old.id, keyOfBaseline(old.id)]),
    store,
  )
}

/** Stores the baseline of a stored profile. @param baseline null to forget the one stored before */
export function putBaseline(id: string, baseline: KeptBaseline | null): Promise<void> {
  return baseline ? set(keyOfBaseline(id), baseline, store) : del(keyOfBaseline(id), store)
}

/** Forgets all profiles. */
export async function forgetAll(): Promise<void> {
  // Those of version 0.1.0, too.
  await list()
  await clear(store)
}
