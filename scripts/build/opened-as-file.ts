// The built page opened from a disk: browsers load none of its files, so it redirects to the one
// HTML file beside it.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { ONE_FILE } from '../../workers/core/reports/one-file.ts'

const PROGRAM = `if (location.protocol === 'file:') location.replace('${ONE_FILE}' + location.search + location.hash)`

/** Returns a build plugin that adds the redirect. */
export function openedAsFile(): Plugin {
  return {
    name: 'opened-as-file',
    apply: 'build',
    transformIndexHtml(html) {
      const hash = createHash('sha256').update(PROGRAM).digest('base64')
      const allowed = html.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`)
      if (allowed === html) throw new Error('The page’s policy is not where it was')
      // After the policy, which only applies to what follows it.
      return { html: allowed, tags: [{ tag: 'script', children: PROGRAM, injectTo: 'head' }] }
    },
  }
}
