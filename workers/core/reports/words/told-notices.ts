// Notices as they are told: what matters most first; what is true of many files once, with their names.
import { visibleText } from '../../base/visible-text.ts'
import type { Notice } from '../../problems/problem.ts'
import { formatCounted } from '../quantities.ts'
import type { NoticeRank } from './notice-rows.ts'
import { noticeRank, noticeText } from './notice-text.ts'
import type { Words } from './words.ts'

export interface ToldNotice extends Words {
  readonly rank: NoticeRank
  /** All that it is true of, where they are many; what it explains is the first. */
  readonly files: readonly string[]
  /** By so much the addresses may be off, where moving them back makes the two fit; 0 otherwise. */
  readonly shift: number
}

/** Of more than these one word is said. */
const FEW = 3

export function toldNotices(notices: readonly Notice[]): readonly ToldNotice[] {
  const kinds = new Map<string, ToldNotice[]>()
  for (const notice of notices) {
    const file = visibleText(fileOf(notice))
    const told = { ...noticeText(notice), rank: noticeRank(notice), files: [file], shift: shiftOf(notice) }
    const kind = file === '' ? `${kinds.size}` : `${notice.code} ${told.title.replace(file, '')}`
    const alike = kinds.get(kind)
    if (alike) alike.push(told)
    else kinds.set(kind, [told])
  }
  return [...kinds.values()].flatMap(tellAlike).toSorted((a, b) => a.rank - b.rank)
}

function fileOf(notice: Notice): string {
  const about = 'problem' in notice ? notice.problem : notice
  return 'file' in about ? about.file : ''
}

const shiftOf = (notice: Notice): number => (notice.code === 'wrong-executable' ? notice.shift : 0)

function tellAlike(alike: readonly ToldNotice[]): readonly ToldNotice[] {
  const [first] = alike
  if (!first || alike.length <= FEW) return alike.map((told) => ({ ...told, files: [] }))
  const title = `${first.title}; ${formatCounted(alike.length - 1, 'more file')} likewise`
  return [{ ...first, title, files: alike.flatMap(({ files }) => files) }]
}
