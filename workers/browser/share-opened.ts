// The open profile as a saved one; a part of the worker that is fetched when asked for.
import type { SharedProfile, ShareRequest } from '../api/contract.ts'
import type { Opened } from '../core/pipeline.ts'
import { contentOf } from '../core/saved/content.ts'
import { shareProfile } from '../core/saved/share.ts'

export function shareOpened(opened: Opened, request: ShareRequest): Promise<SharedProfile | null> {
  const late = opened.sourcesLater ? (opened.lines?.notices() ?? []) : []
  const told = late.filter((notice) => !opened.notices.includes(notice))
  const whole = { ...opened, notices: [...opened.notices, ...told] }
  return shareProfile(contentOf(whole, request), request)
}
