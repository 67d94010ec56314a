// Units and kinds of number used throughout the core.
import type { Brand } from './brand.ts'

/** Histogram samples; fractional, since a bin may straddle two functions. */
export type Ticks = number
export type Seconds = number

/** Position in a file, bytes from its start. */
export type FileOffset = number

/** Address as the linker assigned it; an exact integer below 2^53. */
export type LinkAddress = Brand<number, 'LinkAddress'>
/** Address as the running program saw it; equals the link address unless the program was moved and the C library did not undo it. */
export type RuntimeAddress = Brand<number, 'RuntimeAddress'>
