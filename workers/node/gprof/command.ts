// `gmonscope gprof` on the process's own streams.
import { TextBytes, type TextSetter } from '../../core/reports/text/text-bytes.ts'
import type { CommandLineIo } from '../io.ts'
import { wordBytes } from '../process-streams.ts'
import { progressOn } from '../progress.ts'
import { nodeHost } from './host.ts'
import { runGprof } from './run.ts'

/** gprof's own bytes: text goes through one character a byte, and names of files are taken for bytes too. */
export async function runGprofCommand(args: readonly string[], io: CommandLineIo): Promise<number> {
  const progress = progressOn(io)
  const stdout = new TextBytes((piece) => {
    progress.end()
    io.stdout(piece)
  }, setText)
  const stderr = (text: string): void => {
    progress.end()
    io.stderr(Buffer.from(text, 'latin1'))
  }
  const bytes = wordBytes(args).map((word) => word.toString('latin1'))
  const status = await runGprof(bytes, nodeHost({ stdout, stderr, progress }))
  stdout.end()
  return status
}

/** A demangled name is a text of many parts, which costs a few nanoseconds a character to look at one by one. */
const setText: TextSetter = (bytes, at, text) => {
  if (all.buffer !== bytes.buffer) all = Buffer.from(bytes.buffer)
  all.write(text, bytes.byteOffset + at, 'latin1')
}
let all = Buffer.alloc(0)
