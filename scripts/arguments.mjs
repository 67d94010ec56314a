// Arguments of this tree's scripts: --help prints the usage, and a wrong argument is reported in
// one line.
import { parseArgs } from 'node:util'

/**
 * Parses arguments as Node's `parseArgs`. Ends the process after --help (0) and after a wrong
 * argument (2).
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
