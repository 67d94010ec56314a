// Lists the files of a built page, for the service worker's cache.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CachedFiles } from '../../workers/offline/cached-files.ts'
import { downloadPolicyOf, policyOf } from './policy.mjs'

/** File name of the service worker. */
export const SERVICE_WORKER = 'service-worker.js'

/** Returns the files, sorted, with a version that depends on their content. */
export function listKeptFiles(folder: string): CachedFiles {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== SERVICE_WORKER && statSync(join(folder, path)).isFile())
    .toSorted()
  const hash = createHash('sha256')
  for (const path of files) {
    const content = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    hash.update(`${path}\n${content}\n`)
  }
  const policy = policyOf(readFileSync(join(folder, 'index.html'), 'utf8'))
  if (policy === null) throw new Error('The page has no policy')
  const downloadPolicy = downloadPolicyOf(policy)
  if (downloadPolicy === policy) throw new Error('The page’s policy does not say whom it talks to')
  return { version: hash.digest('hex').slice(0, 16), files, policy, downloadPolicy }
}
