// One at a time: `npm start` and `npm test` begun together must not install or build over each other.
// A folder is the lock, because making one is atomic everywhere; inside lies who holds it.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from './child.mjs'

/** A holder on another host (a container over the same folder) cannot be asked whether it lives. Milliseconds. */
const FOREIGN_LIMIT = 15 * 60_000
/** Between making the folder and writing the owner into it. Milliseconds. */
const UNSIGNED_LIMIT = 5_000

/**
 * Does `work` while holding the lock `name`; waits for a living holder, takes over from a dead one.
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
  for (let told = false; !tryTake(lock);) {
    const holder = readHolder(lock)
    if (holder === 'dead') {
      removeDead(lock)
      continue
    }
    if (!told) say(`waiting for another ${name} in this folder to end ...`)
    told = true
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
    // EPERM: it lives, under another user.
    return codeOf(error) === 'ESRCH' ? 'dead' : 'alive'
  }
}

/**
 * Moves the dead lock aside before deleting it: of several that found it dead, the move succeeds for one only. Should a
 * living one have taken the name in between, it gets it back.
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
    // Somebody else was quicker.
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
