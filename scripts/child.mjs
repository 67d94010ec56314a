// Where the tree is, and how its scripts start other programs.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, with a trailing separator. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a program in the tree, its output being ours. Answers its exit code; a program that cannot be started counts as
 * 127, one ended by a signal as 128, as in a shell.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Readonly<Record<string, string | undefined>>, shell?: boolean }} [options] `env` is added to ours
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: 'inherit',
      shell: options.shell ?? false,
      env: { ...process.env, ...options.env },
    })
    // A terminal's Ctrl-C reaches the child by itself; a plain `kill` of this process does not.
    const pass = () => child.kill('SIGTERM')
    process.once('SIGTERM', pass)
    child.once('error', (error) => {
      process.off('SIGTERM', pass)
      console.error(`${program}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => {
      process.off('SIGTERM', pass)
      resolve(code ?? 128)
    })
  })
}

/**
 * Runs a JavaScript program with this very Node, so that neither PATH nor shell wrappers matter.
 *
 * @param {string} script path from the tree's root
 * @param {readonly string[]} args
 * @param {{ env?: Readonly<Record<string, string | undefined>> }} [options]
 */
export function runNode(script, args, options = {}) {
  return run(process.execPath, [ROOT + script, ...args], options)
}

/** A mistake or lack that the person can mend: told without a stack. */
export class Refusal extends Error {}

/**
 * Whether the module of this URL is the one Node was started with, rather than one that was imported. Node resolves
 * symbolic links in the one and not in the other.
 *
 * @param {string} url
 */
export function isProgram(url) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(url)
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error)
}
