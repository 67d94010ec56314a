// The one rule for what a file says about the size of its tables: a sparse file of a few kB may claim many GB.
import { ProblemError } from '../problems/problem-error.ts'

/** Bytes of one table that are held in memory, in the file's own form or as columns. Programs of 5,000,000 symbols have less. */
export const LARGEST_TABLE = 512_000_000

/**
 * Every reader calls it before it takes memory for a table, whatever the format.
 *
 * @param what the table and, where it has one, its section: "symbol names (.strtab)"
 * @param size bytes
 * Errors: `bytes/table-too-large`.
 */
export function requireTable(file: string, what: string, size: number): void {
  if (size <= LARGEST_TABLE) return
  throw new ProblemError({ code: 'bytes/table-too-large', file, what, size, limit: LARGEST_TABLE })
}
