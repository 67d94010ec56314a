/**
 * A file, wherever it lies, read by ranges. The core's only input.
 *
 * `read` answers exactly `length` bytes, in memory that nobody else holds; it throws ProblemError `bytes/out-of-bounds` for a
 * range beyond the end and `bytes/unreadable` when the file changed, vanished or may not be read.
 */
export interface ByteSource {
  readonly name: string
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /**
   * The same for sources that can read into memory which is there already: as many bytes as `bytes` has. Answers them filled;
   * the host may have moved their memory, and `bytes` and its buffer be empty.
   */
  readInto?(offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}
