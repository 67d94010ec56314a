// The database: a table of the profiles, with another of their bytes, so that the list is read without
// them.
import type { RecentProfile } from './ui-state.ts'

/** Profiles that are kept: the last ones opened. */
export const MOST_PROFILES = 5

export interface Kept {
  readonly recent: RecentProfile
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly baseline: KeptBaseline | null
}

/** The baseline of a kept profile, which lies beside its bytes. */
export interface KeptBaseline {
  readonly name: string
  readonly isEarlier: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

export const keyOfBaseline = (id: string): string => `baseline of ${id}`

const RECENT = 'recent'
const BYTES = 'bytes'

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('gmonscope', 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(RECENT, { keyPath: 'id' })
      opening.result.createObjectStore(BYTES)
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
    opening.addEventListener('blocked', () => reject(new Error('the database is in use')))
  })
}

/** Runs one transaction. Returns what `act` returns, once all of it is stored. */
async function transact<T>(
  mode: IDBTransactionMode,
  act: (recent: IDBObjectStore, bytes: IDBObjectStore) => T,
): Promise<T> {
  const base = await database()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = base.transaction([RECENT, BYTES], mode)
      const fail = () => reject(transaction.error ?? new Error('nothing was stored'))
      transaction.addEventListener('abort', fail)
      transaction.addEventListener('error', fail)
      const made = act(transaction.objectStore(RECENT), transaction.objectStore(BYTES))
      transaction.addEventListener('complete', () => resolve(made))
    })
  } finally {
    base.close()
  }
}

export const change = (act: (recent: IDBObjectStore, bytes: IDBObjectStore) => void): Promise<void> =>
  transact('readwrite', act)

const newestFirst = (all: readonly RecentProfile[]): readonly RecentProfile[] =>
  all.toSorted((a, b) => b.at - a.at)

export async function list(): Promise<readonly RecentProfile[]> {
  const asked = await transact('readonly', (recent) => recent.getAll() as IDBRequest<RecentProfile[]>)
  return newestFirst(asked.result)
}

export async function read(id: string): Promise<Kept | null> {
  const [recent, bytes, baseline] = await transact(
    'readonly',
    (profiles, contents) =>
      [
        profiles.get(id) as IDBRequest<RecentProfile | undefined>,
        contents.get(id) as IDBRequest<Uint8Array<ArrayBuffer> | undefined>,
        contents.get(keyOfBaseline(id)) as IDBRequest<KeptBaseline | undefined>,
      ] as const,
  )
  if (!recent.result || !bytes.result) return null
  return { recent: recent.result, bytes: bytes.result, baseline: baseline.result ?? null }
}

/** Stores a profile and drops the oldest. @param bytes null if they are stored already */
export function put(profile: RecentProfile, bytes: Uint8Array<ArrayBuffer> | null): Promise<void> {
  return change((recent, contents) => {
    recent.put(profile)
    if (bytes) contents.put(bytes, profile.id)
    const all = recent.getAll() as IDBRequest<RecentProfile[]>
    all.addEventListener('success', () => {
      for (const { id } of newestFirst(all.result).slice(MOST_PROFILES)) {
        recent.delete(id)
        contents.delete(id)
        contents.delete(keyOfBaseline(id))
      }
    })
  })
}
