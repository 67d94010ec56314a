// Displayed notices: the most important first, one for many files, with their names.
import type { Notice } from '../../problems/problem.ts'
import type { Message } from './message.ts'
import { formatCounted } from '../../quantities.ts'
import { visibleText } from '../../base/visible-text.ts'
import { type NoticeRank, WRONG_NUMBERS } from './notice-rows.ts'
import { noticeText, noticeRank } from './notices.ts'

/** One displayed notice, for one file or several. */
export interface NoticeGroup extends Message {
  readonly rank: NoticeRank
  /**
   * All files that the notice applies to, if there are more than three; the explanation describes the
   * first. Empty otherwise.
   */
  readonly files: readonly string[]
  /**
   * Distance in bytes by which addresses may be off, if a shift makes program and profile match;
   * else 0.
   */
  readonly shift: number
  /** Whether what forked runs share counts in each of them or once; null for any other notice. */
  readonly sharedPast: 'each' | 'once' | null
}

/** Returns true if a notice says that numbers may be wrong. */
export const isSevere = ({ rank }: NoticeGroup): boolean => rank === WRONG_NUMBERS

/** Number of notices of one code beyond which they are grouped. */
const FEW = 3

/**
 * Groups notices for display, the most important first, else in their order. More than three of one code
 * that differ only in their file become one, with the message of the first.
 */
export function groupNotices(notices: readonly Notice[]): readonly NoticeGroup[] {
  const kinds = new Map<string, NoticeGroup[]>()
  for (const notice of notices) {
    const file = visibleText(fileOf(notice))
    const group = {
      ...noticeText(notice),
      rank: noticeRank(notice),
      files: [file],
      shift: shiftOf(notice),
      sharedPast: sharedPastOf(notice),
    }
    const kind = file === '' ? `${kinds.size}` : `${notice.code} ${group.title.replace(file, '')}`
    const alike = kinds.get(kind)
    if (alike) alike.push(group)
    else kinds.set(kind, [group])
  }
  return [...kinds.values()].flatMap(groupAlike).toSorted((a, b) => a.rank - b.rank)
}

function fileOf(notice: Notice): string {
  const about = 'problem' in notice ? notice.problem : notice
  return 'file' in about ? about.file : ''
}

const shiftOf = (notice: Notice): number => (notice.code === 'wrong-executable' ? notice.shift : 0)

const sharedPastOf = ({ code }: Notice): NoticeGroup['sharedPast'] =>
  code === 'forked-runs' ? 'each' : code === 'forked-once' ? 'once' : null

function groupAlike(alike: readonly NoticeGroup[]): readonly NoticeGroup[] {
  const [first] = alike
  if (!first || alike.length <= FEW) return alike.map((group) => ({ ...group, files: [] }))
  const title = `${first.title}; the same of ${formatCounted(alike.length - 1, 'more file')}`
  return [{ ...first, title, files: alike.flatMap(({ files }) => files) }]
}
