// What a process holds of the machine's memory, by the system's own count; 0 where it does not tell.
//
// Resident memory is all of it. A part are pages of files: its program, which every other process of the same program shares
// and the system takes back at will. What it holds itself is the rest: memory that stands for no file, its own and what it
// shares with processes that work for it.
import { readFileSync } from 'node:fs'

/** MB. */
export interface Held {
  readonly resident: number
  readonly own: number
}

export const NOTHING: Held = { resident: 0, own: 0 }

/** Milliseconds between two looks: of what comes and goes in between nothing is seen. A look takes a fiftieth of one. */
const LOOK_MS = 4

export function heldBy(pid: number): Held {
  const status = statusOf(pid)
  return { resident: megabytes(status, 'VmRSS'), own: ownOf(status) }
}

export interface Watch {
  /** The most that each of both has been so far: of resident memory by the system's own mark, of the rest by looking. */
  most(pid: number): Held
  end(): void
}

/** @param found those to look at; asked at each look, as a process may come later */
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

/** Looking takes time from what is looked at: all but memory is measured in a run that nobody watches. */
export async function timedAndWatched<T extends { readonly memory: unknown }>(
  run: (watch: typeof watchMemory) => Promise<T>,
): Promise<T> {
  const timed = await run(() => UNWATCHED)
  const { memory } = await run(watchMemory)
  return { ...timed, memory }
}

/** The processes that a process has started itself, its main thread at least. */
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
    // It has ended, or never was.
    return ''
  }
}
