// The rows of gprof's text with other names, or without names of source files: RawListing → RawListing.
import type { RawListing } from '../formats/gprof-listing/types.ts'
import { baseNameAnywhere } from '../base/base-name.ts'

/** What stands for each name; null for what has none. */
interface Names {
  readonly name: (name: string) => string
  readonly file: (file: string) => string | null
}

/** A name that no function bears is left out: it would be the only one that stayed. */
export function listingRenamed(listing: RawListing, names: ReadonlyMap<string, string>): RawListing {
  const name = (raw: string): string => (isCycle(raw) ? raw : (names.get(raw) ?? ''))
  return mapNames(listing, { name, file: (file) => file })
}

export function listingFiles(listing: RawListing, file: Names['file']): RawListing {
  return mapNames(listing, { name: (name) => name, file })
}

/** Listings by lines (`-l`) have the source behind every name: what stands for such a name. */
export function nameWithout(what: 'sources' | 'directories', name: string): string {
  return name.replace(SOURCE, (_, file: string, rest: string) =>
    what === 'sources' ? '' : ` (${baseNameAnywhere(file)}${rest}`,
  )
}

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
