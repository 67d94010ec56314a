// Redacts the rows of gprof’s text: other names, or names without source files.
import { baseNameAnywhere } from '../base/file-names.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'

/** Maps each kind of name; null removes it. */
interface Names {
  readonly name: (name: string) => string
  readonly file: (file: string) => string | null
}

/** Renames the rows. A name without a function is removed, as it would be the only original one. */
export function listingRenamed(listing: RawListing, names: ReadonlyMap<string, string>): RawListing {
  const name = (raw: string): string => (isCycle(raw) ? raw : (names.get(raw) ?? ''))
  return mapNames(listing, { name, file: (file) => file })
}

export function listingFiles(listing: RawListing, file: Names['file']): RawListing {
  return mapNames(listing, { name: (name) => name, file })
}

/** Listings by lines (`-l`) have the source file after each name. Returns the name without it. */
export function nameWithout(what: 'sources' | 'directories', name: string): string {
  return name.replace(SOURCE, (_, file: string, rest: string) =>
    what === 'sources' ? '' : ` (${baseNameAnywhere(file)}${rest}`,
  )
}

/**
 * Returns a copy of a listing whose style is that of a listing by functions (`byLine` false). All else is
 * shared, so names keep their " (file:line @ address)" unless the caller has removed it.
 */
export const withoutLines = (listing: RawListing): RawListing => ({
  ...listing,
  style: { ...listing.style, byLine: false },
})

/** " (file:line @ address)" */
const SOURCE = / \(([^()]+)(:\d{1,9} @ [\da-f]+\))$/

const isCycle = (name: string): boolean => /^<cycle \d{1,9}(?: as a whole)?>$/.test(name)

function mapNames(listing: RawListing, { name, file }: Names): RawListing {
  const { flat, graph, index } = listing
  return {
    ...listing,
    flat: flat && { ...flat, rows: flat.rows.map((row) => ({ ...row, name: name(row.name) })) },
    graph: graph && {
      ...graph,
      names: new Map(
        [...graph.names].map(([number, known]) => [number, { ...known, name: name(known.name) }]),
      ),
    },
    index: index && {
      ...index,
      items: index.items.map((item) => ({
        ...item,
        name: name(item.name),
        file: item.file === null ? null : file(item.file),
      })),
    },
  }
}
