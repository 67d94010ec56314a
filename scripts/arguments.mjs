// The arguments of a program of ours: --help tells what it takes, and a wrong one is told in a line.
import { parseArgs } from 'node:util'

/**
 * As Node's own, but for what it throws. Ends the process after --help (0) and after a wrong argument (2).
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} usage
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function readArguments(usage, config) {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!isWrongArgument(error)) throw error
    const isHelp = process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')
    if (isHelp) console.log(usage)
    else console.error(`${error.message.split('. To ')[0]}\n${usage}`)
    return process.exit(isHelp ? 0 : 2)
  }
}

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
function isWrongArgument(error) {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
