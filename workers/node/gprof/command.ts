// `gmonscope gprof` on the process's own streams.
import { TextBytes, type TextSetter } from '../../core/reports/text/text-bytes.ts'
import type { CommandLineIo } from '../io.ts'
import { wordBytes } from '../process-streams.ts'
import { progressOn } from '../progress.ts'
import { visibleBytes, visibleOutput } from '../visible-output.ts'
import { nameBytes, nodeHost } from './host.ts'
import { runGprof } from './run.ts'
import { expectShortWork } from './short-work.ts'

/** gprof's own bytes, but for a terminal: text goes through one character a byte, and names of files are taken for bytes too. */
export async function runGprofCommand(args: readonly string[], io: CommandLineIo): Promise<number> {
  const progress = progressOn(io)
  const shown = io.isTerminal?.stdout === true ? visibleOutput(io.stdout) : null
  const stdout = new TextBytes((piece) => {
    progress.end()
    if (shown === null) io.stdout(piece)
    else shown.write(piece)
  }, setText)
  const stderr = (text: string): void => {
    progress.end()
    io.stderr(io.isTerminal?.stderr === true ? visibleBytes(text) : Buffer.from(text, 'latin1'))
  }
  const bytes = wordBytes(args).map((word) => word.toString('latin1'))
  const host = nodeHost({ stdout, stderr, progress })
  const expect = (names: readonly string[]): Promise<void> => expectShortWork(names.map(nameBytes))
  const status = await runGprof(bytes, { ...host, expect })
  stdout.end()
  shown?.end()
  return status
}

/** A demangled name is a text of many parts, which costs a few nanoseconds a character to look at one by one. */
const setText: TextSetter = (bytes, at, text) => {
  if (all.buffer !== bytes.buffer) all = Buffer.from(bytes.buffer)
  all.write(text, bytes.byteOffset + at, 'latin1')
}
let all = Buffer.alloc(0)
