// Replaces `import()` by static imports in the one HTML file, which contains all parts anyway.
// Otherwise every module would be wrapped for a later start, which takes a twentieth of the file.
import type { Plugin } from 'vite'

/** Excludes type imports of the same form. */
const LATER = /(?<!typeof )\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g

/** Returns the build plugin. */
export function partsAtHand(): Plugin {
  return {
    name: 'parts-at-hand',
    enforce: 'pre',
    transform(code, id) {
      const changed = id.includes('/node_modules/') ? null : withPartsAtHand(code)
      return changed === null ? null : { code: changed, map: null }
    },
  }
}

/** Returns the changed code; null if nothing changes. */
export function withPartsAtHand(code: string): string | null {
  const imports: string[] = []
  const changed = code.replace(LATER, (_, path: string) => {
    const name = `PartAtHand${imports.length}`
    imports.push(`import * as ${name} from '${path}'\n`)
    return `Promise.resolve(${name})`
  })
  return imports.length === 0 ? null : imports.join('') + changed
}
