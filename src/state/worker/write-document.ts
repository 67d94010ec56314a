// A whole document of the profile on screen, as something that can be saved.
import type { DocumentKind } from '../../../workers/api/contract.ts'
import { succeed, type Result } from '../../../workers/core/base/result.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { askWorker } from './service.ts'

/** @param files whose profiles are read for calls by line; null to do without lines */
export async function writeDocument(
  kind: DocumentKind,
  files: readonly File[] | null,
): Promise<Result<Blob, Problem>> {
  const written = await askWorker('write', [kind, files])
  if (!written.ok) return written
  const { blobInSteps } = await import('../../../workers/api/blob-in-steps.ts')
  const { pieces, type } = written.value
  return succeed(await blobInSteps(pieces, type))
}
