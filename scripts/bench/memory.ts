// The memory of a process, as reported by the system; 0 if it is not reported.
//
// Resident memory is all of it. It includes pages of files, such as the program, which other
// processes of the same program share and the system can reclaim. The rest is the process's own:
// anonymous memory, and memory shared with its helper processes.
import { readFileSync } from 'node:fs'

/** In MB. */
export interface Held {
  readonly resident: number
  readonly own: number
}

/** No memory. */
export const NOTHING: Held = { resident: 0, own: 0 }

/**
 * Milliseconds between two samples; shorter peaks are missed. A sample takes a fiftieth of a
 * millisecond.
 */
const LOOK_MS = 4

/** Returns the current memory of a process. */
export function heldBy(pid: number): Held {
  const status = statusOf(pid)
  return { resident: megabytes(status, 'VmRSS'), own: ownOf(status) }
}

/** Peaks of watched processes. */
export interface Watch {
  /**
   * Returns both peaks so far: of resident memory as recorded by the system, of the rest by
   * sampling.
   */
  most(pid: number): Held
  end(): void
}

/**
 * Samples the memory of the processes that `found` returns.
 *
 * @param found those to look at; asked at each look, as a process may come later
 */
export function watchMemory(found: () => readonly number[]): Watch {
  const most = new Map<number, Held>()
  const look = (): void => {
    for (const pid of found()) {
      const { resident, own } = most.get(pid) ?? NOTHING
      const status = statusOf(pid)
      most.set(pid, {
        resident: Math.max(resident, megabytes(status, 'VmHWM')),
        own: Math.max(own, ownOf(status)),
      })
    }
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    most: (pid) => {
      look()
      return most.get(pid) ?? NOTHING
    },
    end: () => clearInterval(timer),
  }
}

const UNWATCHED: Watch = { most: () => NOTHING, end: () => {} }

/** Sampling slows down the process, so everything but memory is measured in a run without it. */
export async function timedAndWatched<T extends { readonly memory: unknown }>(
  run: (watch: typeof watchMemory) => Promise<T>,
): Promise<T> {
  const timed = await run(() => UNWATCHED)
  const { memory } = await run(watchMemory)
  return { ...timed, memory }
}

/** Returns the ids of the processes that a process's main thread has started. */
export function childrenOf(pid: number): readonly number[] {
  const text = readOrEmpty(`/proc/${pid}/task/${pid}/children`).trim()
  return text === '' ? [] : text.split(/\s+/).map(Number)
}

function statusOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/status`)
}

function ownOf(status: string): number {
  return megabytes(status, 'RssAnon') + megabytes(status, 'RssShmem')
}

function megabytes(status: string, key: string): number {
  return Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1000
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It has ended or never existed.
    return ''
  }
}
