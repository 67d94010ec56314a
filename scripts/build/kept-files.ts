// The files of a built page, for the service worker to keep.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptFiles } from '../../workers/offline/kept-files.ts'

export const SERVICE_WORKER = 'service-worker.js'

/** Sorted; the same version for the same files. */
export function listKeptFiles(folder: string): KeptFiles {
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
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const policy = policyOf(page)
  const downloadPolicy = policy.replace("connect-src 'self'", "connect-src 'self' https:")
  if (downloadPolicy === policy) throw new Error('The page’s policy does not say whom it talks to')
  return { version: hash.digest('hex').slice(0, 16), files, policy, downloadPolicy }
}

/** What the page's own policy says. Errors: throws where it has none. */
function policyOf(page: string): string {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1]
  if (policy === undefined) throw new Error('The page has no policy')
  return policy.replace(/\s+/g, ' ').trim()
}
