// What is said of a notice, and how much it matters.
import type { NoticeCode, NoticeOf } from '../../problems/problem.ts'
import type { Words } from './words.ts'

/** What matters first has the lowest rank. */
export const WRONG_NUMBERS = 0
export const MISSING_NUMBERS = 1
export const GOOD_TO_KNOW = 2
export type NoticeRank = typeof WRONG_NUMBERS | typeof MISSING_NUMBERS | typeof GOOD_TO_KNOW

/** A file holds some of them, notice-text.ts all. */
export type NoticeRows = {
  readonly [C in NoticeCode]: { readonly rank: NoticeRank; readonly words: (notice: NoticeOf<C>) => Words }
}
