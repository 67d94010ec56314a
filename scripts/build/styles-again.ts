// Has Vite's loader of parts ask again for a style sheet that did not come. As it is, it asks once: the part that is tried
// again, or was fetched ahead in vain, would be shown without its looks.
import type { Plugin } from 'vite'

const LOADER = '\0vite/preload-helper.js'

const CHANGES = [
  // What has ended is looked for among the document's links, where what came still is.
  ['if (href in seen) return seen[href]', 'if (seen[href]) return seen[href]'],
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
] as const

export function stylesAgain(): Plugin {
  return {
    name: 'styles-again',
    apply: 'build',
    transform: (code, id) => (id === LOADER ? { code: withStylesAgain(code), map: null } : null),
  }
}

/** Errors: throws where the loader is another than the one this was written for. */
function withStylesAgain(loader: string): string {
  return CHANGES.reduce((code, [asked, again]) => {
    const changed = code.replace(asked, again)
    if (changed === code) throw new Error(`Vite’s loader of parts no longer says: ${asked}`)
    return changed
  }, loader)
}
