// Words for every Notice, and which of them matter first.
import type { Notice } from '../../problems/problem.ts'
import { FILE_NOTICES } from './file-notices.ts'
import type { NoticeRank, NoticeRows } from './notice-rows.ts'
import { PROFILE_NOTICES } from './profile-notices.ts'
import { PROGRAM_NOTICES } from './program-notices.ts'
import { visibleWords, type Words } from './words.ts'

const ROWS: NoticeRows = { ...PROFILE_NOTICES, ...PROGRAM_NOTICES, ...FILE_NOTICES }

export function noticeText(notice: Notice): Words {
  // As in problem-text.ts.
  const words = ROWS[notice.code].words as (notice: Notice) => Words
  return visibleWords(words(notice))
}

export const noticeRank = (notice: Notice): NoticeRank => ROWS[notice.code].rank
