// The message of every notice, with its rank.
import type { Notice } from '../../problems/problem.ts'
import { type Message, visibleMessage } from './message.ts'
import type { NoticeRows, NoticeRank } from './notice-rows.ts'
import { PROFILE_NOTICES } from './profile-notices.ts'
import { PROGRAM_NOTICES } from './program-notices.ts'
import { FILE_NOTICES } from './file-notices.ts'

const ROWS: NoticeRows = { ...PROFILE_NOTICES, ...PROGRAM_NOTICES, ...FILE_NOTICES }

/** Returns the message of a notice, with control characters made visible. */
export function noticeText(notice: Notice): Message {
  // See problems.ts for the cast.
  const words = ROWS[notice.code].words as (notice: Notice) => Message
  return visibleMessage(words(notice))
}

/** Returns the rank of a notice; the most important has the lowest. */
export const noticeRank = (notice: Notice): NoticeRank => ROWS[notice.code].rank
