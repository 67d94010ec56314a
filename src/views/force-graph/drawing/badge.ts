// What a stub's badge says, and how much room that takes.
import { formatCount, formatCounted } from '../../../../workers/core/reports/quantities.ts'
import type { OpenStub } from '../params.ts'
import { textWidth } from '../scene/text-width.ts'

const WORDS = {
  callers: ['caller', 'callers'],
  callees: ['callee', 'callees'],
  members: ['member', 'members'],
} as const

export const BADGE_FONT = 9.5

export interface Badge {
  /** "12 callers" */
  readonly counted: string
  readonly text: string
  /** At scale 1. */
  readonly width: number
}

export function badgeOf(side: OpenStub['side'], count: number): Badge {
  const [one, many] = WORDS[side]
  const counted = formatCounted(count, one, many)
  const text = side === 'members' ? `+${counted}` : `+${formatCount(count)}`
  return { counted, text, width: textWidth(text, BADGE_FONT) + 8 }
}
