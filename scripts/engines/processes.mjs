// Child processes to communicate with: found, waited for, and watched for their end.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { Refusal } from '../child.mjs'

const PROGRESS_DELAY_MS = 60_000

/**
 * Returns the path of a program, or null.
 *
 * @param {string} variable environment variable that overrides the places
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
 * Settles when the program ends; rejects if it cannot be started.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | null>}
 */
export function endOf(child) {
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  // Callers that await it get the error; without one it must not be unhandled.
  ended.catch(() => {})
  return ended
}

/**
 * Repeats an attempt until it returns something other than false, without an error.
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

/**
 * Returns a free port on loopback.
 *
 * @returns {Promise<number>}
 */
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
