// Units and kinds of number used throughout the core.
import type { Brand } from './columns.ts'

/** Histogram samples; fractional, since a bin may straddle two functions. */
export type Ticks = number
export type Seconds = number

/** Position in a file, bytes from its start. */
export type FileOffset = number

/**
 * Address as the linker assigned it; an exact integer below 2^53. What a gmon.out holds is the address that the running
 * program saw, a plain number until mismatch/match-executable.ts has brought it here.
 */
export type LinkAddress = Brand<number, 'LinkAddress'>
