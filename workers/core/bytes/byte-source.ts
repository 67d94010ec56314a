/**
 * A file, wherever it lies, read by ranges. The core's only input.
 *
 * `read` answers exactly `length` bytes; it throws ProblemError `bytes/out-of-bounds` for a range beyond the end and
 * `bytes/unreadable` when the file changed, vanished or may not be read.
 */
export interface ByteSource {
  readonly name: string
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /** Fills `bytes` from `offset` on, and throws as `read` does: for sources that can read into memory which is there already. */
  readInto?(offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}
