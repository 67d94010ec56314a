// A lock between processes: a simultaneous `npm start` and `npm test` must not install or build at
// the same time. The lock is a folder, because creating one is atomic on all systems; a file inside
// names the owner.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from './child.mjs'

/**
 * Milliseconds. An owner on another host (a container with the same folder) cannot be checked for
 * being alive.
 */
const FOREIGN_LIMIT = 15 * 60_000
/** Milliseconds between creating the folder and writing the owner. */
const UNSIGNED_LIMIT = 5_000

/**
 * Runs `work` while holding the lock `name`. Waits for a living owner, takes over from a dead one.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work
 * @param {{ folder?: string, say?: (line: string) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, options = {}) {
  const say = options.say ?? console.log
  const lock = join(options.folder ?? join(ROOT, '.tsbuild', 'locks'), name)
  mkdirSync(dirname(lock), { recursive: true })
  for (let hasReported = false; !tryTake(lock);) {
    const holder = readHolder(lock)
    if (holder === 'dead') {
      removeDead(lock)
      continue
    }
    if (!hasReported) say(`waiting for another ${name} in this folder to end ...`)
    hasReported = true
    await wait(200)
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} lock */
function tryTake(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(lock, 'owner'), `${hostname()}\n${process.pid}\n`)
  return true
}

/**
 * @param {string} lock
 * @returns {'alive' | 'dead'}
 */
function readHolder(lock) {
  const age = ageOf(lock)
  let owner
  try {
    owner = readFileSync(join(lock, 'owner'), 'utf8')
  } catch {
    return age > UNSIGNED_LIMIT ? 'dead' : 'alive'
  }
  const [host, pid] = owner.split('\n')
  if (host !== hostname()) return age > FOREIGN_LIMIT ? 'dead' : 'alive'
  try {
    process.kill(Number(pid), 0)
    return 'alive'
  } catch (error) {
    // EPERM: it is alive, under another user.
    return codeOf(error) === 'ESRCH' ? 'dead' : 'alive'
  }
}

/**
 * Moves the dead lock aside before deleting it: of several processes only one succeeds. If a living
 * owner has taken the name in between, the lock is moved back.
 *
 * @param {string} lock
 */
function removeDead(lock) {
  const aside = `${lock}.${process.pid}.dead`
  try {
    renameSync(lock, aside)
    if (readHolder(aside) === 'alive') renameSync(aside, lock)
    else rmSync(aside, { recursive: true, force: true })
  } catch {
    // Another process was faster.
  }
}

/** @param {string} path */
function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
