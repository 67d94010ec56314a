// The open profile as a saved one; a part of the worker that is fetched when asked for.
import type { SharedProfile, ShareRequest } from '../api/contract.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { ProfileModel } from '../core/pipeline.ts'
import { contentOf } from '../core/saved/content.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import { shareProfile } from '../core/saved/share.ts'

/** Null where none are wanted. @param sources the profiles, to be read for calls */
export async function linesToShare(
  model: ProfileModel,
  { choice }: ShareRequest,
  sources: readonly ByteSource[],
  onStep: (part: number) => void,
): Promise<AllLines | null> {
  if (choice.withoutLines || choice.withoutSources || choice.names === 'replaced') return null
  const { allThatIsKnown } = await import('./told-lines.ts')
  return allThatIsKnown(model, sources, (part) => {
    onStep(part)
    return true
  })
}

export function shareOpened(
  opened: ProfileModel,
  request: ShareRequest,
  lines: AllLines | null,
): Promise<SharedProfile | null> {
  const late = opened.sourcesLater ? (opened.lines?.notices() ?? []) : []
  const told = late.filter((notice) => !opened.notices.includes(notice))
  const whole = { ...opened, notices: [...opened.notices, ...told] }
  return shareProfile(contentOf(whole, request, lines), request)
}
