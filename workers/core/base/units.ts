// Units of numbers used throughout the core.
import type { Brand } from './columns.ts'

/** Histogram samples; fractional, since a bin may straddle two functions. */
export type Ticks = number
/** Time in seconds: ticks divided by the sampling rate. */
export type Seconds = number

/** Position in a file, in bytes from its start. */
export type FileOffset = number

/**
 * Address as the linker assigned it; an exact integer below 2^53.
 *
 * A gmon.out holds run-time addresses, which are plain numbers until profile/load-bias.ts
 * has mapped them.
 */
export type LinkAddress = Brand<number, 'LinkAddress'>
