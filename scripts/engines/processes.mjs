// Programs that are started to be talked to: found, waited for, and noticed when they end.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { Refusal } from '../child.mjs'

const PROGRESS_DELAY_MS = 60_000

/**
 * @param {string} variable names the program where it is set
 * @param {readonly string[]} places
 */
export function findProgram(variable, places) {
  const chosen = process.env[variable]
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen
    throw new Refusal(`${variable} names ${chosen}, which does not exist.`)
  }
  return places.find((place) => existsSync(place)) ?? null
}

/**
 * Rejects when the program cannot be started; settles when it ends.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | null>}
 */
export function endOf(child) {
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  // Whoever waits is told; nobody may be waiting.
  ended.catch(() => {})
  return ended
}

/**
 * Tries until it works out: an answer that is not false, and no error.
 *
 * @template T
 * @param {string} what for the message
 * @param {Promise<unknown>} ended gives up when this settles
 * @param {() => T | Promise<T>} attempt
 * @param {number} [patience] milliseconds
 * @returns {Promise<T>}
 */
export async function until(what, ended, attempt, patience = PROGRESS_DELAY_MS) {
  let hasEnded = false
  const note = () => (hasEnded = true)
  ended.then(note, note)
  let reason = ''
  for (const start = performance.now(); performance.now() - start < patience;) {
    try {
      const answer = await attempt()
      if (answer !== false) return answer
    } catch (error) {
      reason = String(error)
    }
    if (hasEnded) throw new Error(`Waited for ${what}, and the program ended`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Waited ${patience / 1000} s for ${what}${reason === '' ? '' : `: ${reason}`}`)
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
