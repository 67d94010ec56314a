// Makes Vite's loader retry a style sheet that failed to load. By default it requests each sheet
// once, so a part that is retried, or whose prefetch failed, would appear without its styles.
import type { Plugin } from 'vite'

const LOADER = '\0vite/preload-helper.js'

const CHANGES = [
  // Failed sheets are recognised by their absence among the document's links.
  ['if (href in seen) return seen[href]', 'if (seen[href]) return seen[href]'],
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
] as const

/** Returns the build plugin. */
export function stylesAgain(): Plugin {
  return {
    name: 'styles-again',
    apply: 'build',
    transform: (code, id) => (id === LOADER ? { code: withStylesAgain(code), map: null } : null),
  }
}

/**
 * Returns the changed loader.
 *
 * @throws Error if Vite's loader is not the one that this was written for
 */
function withStylesAgain(loader: string): string {
  return CHANGES.reduce((code, [asked, again]) => {
    const changed = code.replace(asked, again)
    if (changed === code) throw new Error(`Vite’s loader of parts no longer says: ${asked}`)
    return changed
  }, loader)
}
