// KCachegrind with the same call graph, on a display of its own, if it is installed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, timedAndWatched, type Held, type watchMemory } from '../memory.ts'
import { restOf } from './chromium.ts'

const NEEDED = ['kcachegrind', 'Xvfb', 'dbus-run-session', 'xdotool'] as const

/** The cost of opening a file in KCachegrind. */
export interface KcachegrindCost {
  /**
   * Milliseconds from its start until its window title has the file's name and it is idle: it fills
   * its lists in pieces, and does not signal the last one.
   */
  readonly opened: number
  /** The peak. */
  readonly memory: Held
}

/**
 * Returns its version; null if KCachegrind, or a program needed to run it without a screen, is not
 * installed.
 */
export function kcachegrindVersion(): string | null {
  try {
    for (const program of NEEDED) execFileSync('which', [program], { stdio: 'ignore' })
    const text = execFileSync('dbus-run-session', ['--', 'kcachegrind', '--version'], {
      env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
    return /[\d.]+/.exec(text)?.[0] ?? null
  } catch {
    return null
  }
}

/** On a new display with a new bus it sometimes exits before it has a window. */
const TRIES = 4

/**
 * Opens a file in KCachegrind, and measures it.
 *
 * @param folder for its settings: people see no tip of the day a second time
 */
export function openKcachegrind(callgrind: string, folder: string): Promise<KcachegrindCost> {
  return timedAndWatched((watch) => openAtLast(callgrind, folder, watch))
}

async function openAtLast(
  callgrind: string,
  folder: string,
  watchHeld: typeof watchMemory,
): Promise<KcachegrindCost> {
  for (let tries = 1; ; tries++) {
    try {
      return await openOnce(callgrind, folder, watchHeld)
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}

async function openOnce(
  callgrind: string,
  folder: string,
  watchHeld: typeof watchMemory,
): Promise<KcachegrindCost> {
  const config = join(folder, 'kcachegrind')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'kcachegrindrc'), '[TipOfDay]\nRunOnStart=false\n')
  // -noreset, because the first client to disconnect is the one that looks for the window.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-noreset', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  try {
    const DISPLAY = `:${await displayOf(screen)}`
    const env = { ...process.env, DISPLAY, XDG_CONFIG_HOME: config }
    const start = performance.now()
    // A process group, so that all of it can be ended together.
    const session = spawn('dbus-run-session', ['--', 'kcachegrind', callgrind], {
      env,
      stdio: 'ignore',
      detached: true,
    })
    let found: number | null = null
    const find = (): readonly number[] => ((found ??= childOf(session.pid ?? 0)) === null ? [] : [found])
    const watch = watchHeld(find)
    try {
      let isGone = false
      session.once('exit', () => (isGone = true))
      await until(() => {
        if (isGone) throw new Error('KCachegrind ended before it opened the file')
        find()
        return titles(env).some((title) => title.includes(callgrind))
      })
      if (found === null) throw new Error('KCachegrind is gone')
      const { at } = await restOf(found, 120)
      return { opened: at - start, memory: watch.most(found) }
    } finally {
      watch.end()
      await ended(session, () => session.pid !== undefined && process.kill(-session.pid))
    }
  } finally {
    await ended(screen, () => screen.kill())
  }
}

/** Ends a process and waits for it, so that the next measurement does not meet it. */
async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  end()
  await gone
}

async function displayOf(screen: ChildProcess): Promise<string> {
  const [, , , display] = screen.stdio
  if (!display || !('readable' in display)) throw new Error('Xvfb does not tell its display')
  for await (const text of display) return String(text).trim()
  throw new Error('Xvfb ended before it had a display')
}

const LIMIT_MS = 120_000

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!holds()) {
    if (performance.now() > end) throw new Error('KCachegrind has not opened the file')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function titles(env: NodeJS.ProcessEnv): readonly string[] {
  const ask = (args: readonly string[]): string => {
    try {
      return execFileSync('xdotool', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      // No window yet.
      return ''
    }
  }
  const windows = ask(['search', '--onlyvisible', '--name', '.']).split('\n').filter(Boolean)
  return windows.map((window) => ask(['getwindowname', window]))
}

/** Returns KCachegrind's process id; null until the session has started it. */
function childOf(session: number): number | null {
  return childrenOf(session).find((pid) => nameOf(pid).startsWith('kcachegrind')) ?? null
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    // Another process of the session, which has ended.
    return ''
  }
}
