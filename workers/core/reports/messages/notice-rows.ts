// Ranks of notices: how much each puts in doubt.
import type { NoticeCode, NoticeOf } from '../../problems/problem.ts'
import type { Message } from './message.ts'

/** Ranks of notices; the most important has the lowest. */
export const WRONG_NUMBERS = 0
export const MISSING_NUMBERS = 1
export const GOOD_TO_KNOW = 2
/**
 * How important a notice is: 0 if numbers may be wrong, 1 if some are missing, 2 if it is only good to
 * know.
 */
export type NoticeRank = typeof WRONG_NUMBERS | typeof MISSING_NUMBERS | typeof GOOD_TO_KNOW

/** Messages and ranks by code; the tables of this file together cover all. */
export type NoticeRows = {
  readonly [C in NoticeCode]: { readonly rank: NoticeRank; readonly words: (notice: NoticeOf<C>) => Message }
}
