// A file that gprof writes beside its listing; a system that refuses it, in gprof's words.
import { SystemError, type GprofHost } from './host.ts'
import { systemMessage } from './messages.ts'

/** Null, or what is to be said. */
export function writeFile(host: GprofHost, name: string, bytes: Uint8Array): string | null {
  try {
    host.write(name, bytes)
    return null
  } catch (error) {
    if (!(error instanceof SystemError)) throw error
    return systemMessage(name, error.code)
  }
}
