// In the one HTML file every part is there from the beginning: what the page fetches later elsewhere is a plain import in it. Left
// as they are, all modules would be wrapped so that each may be started later, which is a twentieth of the file.
import type { Plugin } from 'vite'

/** Types are imported so as well, and are no calls. */
const LATER = /(?<!typeof )\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g

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

/** Null where nothing is to be changed. */
export function withPartsAtHand(code: string): string | null {
  const imports: string[] = []
  const changed = code.replace(LATER, (_, path: string) => {
    const name = `PartAtHand${imports.length}`
    imports.push(`import * as ${name} from '${path}'\n`)
    return `Promise.resolve(${name})`
  })
  return imports.length === 0 ? null : imports.join('') + changed
}
