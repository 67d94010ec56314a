// The tree's location, and how its scripts start other programs.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, with a trailing separator. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a program in the tree with our standard streams. Returns its exit code: 127 if it cannot be
 * started, 128 if a signal ended it, as in a shell.
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
    // A terminal's Ctrl-C reaches the child directly; a plain `kill` of this process does not.
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
 * Runs a JavaScript program with this Node, independent of PATH and shell wrappers.
 *
 * @param {string} script path from the tree's root
 * @param {readonly string[]} args
 * @param {{ env?: Readonly<Record<string, string | undefined>> }} [options]
 */
export function runNode(script, args, options = {}) {
  return run(process.execPath, [ROOT + script, ...args], options)
}

/** An error that the user can fix: reported without a stack trace. */
export class Refusal extends Error {}

/**
 * Whether Node was started with the module of this URL, and it was not imported. Node resolves
 * symbolic links in only one of the two.
 *
 * @param {string} url
 */
export function isProgram(url) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(url)
}

/**
 * Returns the message of an error.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error)
}
