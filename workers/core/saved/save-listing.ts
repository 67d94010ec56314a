// The rows of gprof's text → columns of a saved profile: each number as it was printed. The other way is restore-listing.ts.
import { stringTableOf } from '../base/string-table.ts'
import type { RawEntry, RawGranularity, RawListing } from '../formats/gprof-listing/types.ts'
import type { SavedGranularity, SavedListing } from '../formats/saved-profile/listing-header.ts'
import { quantityOf } from '../formats/saved-profile/quantity.ts'
import type { ColumnWriter } from './column-writer.ts'

/** In the order of their numbers in the column. */
export const LINE_KINDS = ['parent', 'child', 'member'] as const

export function listingHeader({ style, flat, graph, index }: RawListing): SavedListing {
  return {
    style,
    flat: flat && { ...flat, rows: flat.rows.length, granularity: grainOf(flat.granularity) },
    graph: graph && {
      entries: graph.entries.length,
      lines: graph.entries.reduce((sum, { lines }) => sum + lines.length, 0),
      names: graph.names.size,
      granularity: grainOf(graph.granularity),
    },
    index: index && { items: index.items.length, width: index.width },
  }
}

function grainOf(granularity: RawGranularity | null): SavedGranularity | null {
  if (!granularity) return null
  const { share, seconds } = granularity
  return { ...granularity, share: quantityOf(share), seconds: quantityOf(seconds) }
}

export function addListing(columns: ColumnWriter, { flat, graph, index }: RawListing): void {
  const texts = new Map<string, number>()
  const textAt = (text: string): number => {
    const at = texts.get(text) ?? texts.size
    texts.set(text, at)
    return at
  }
  if (graph) {
    const names = [...graph.names]
    columns.add(
      'listing.names.number',
      names.map(([number]) => number),
      'delta',
    )
    columns.add(
      'listing.names.name',
      names.map(([, { name }]) => textAt(name)),
      'delta',
    )
    columns.add(
      'listing.names.cycle',
      names.map(([, { cycle }]) => cycle),
      'varint',
    )
    columns.add(
      'listing.names.printed',
      names.map(([, { isPrinted }]) => Number(isPrinted)),
      'bytes',
    )
    addEntries(columns, graph.entries)
  }
  if (flat) {
    const { rows } = flat
    for (const key of ['percent', 'cumulative', 'self', 'selfPerCall', 'totalPerCall'] as const)
      columns.addPrinted(
        `listing.flat.${key}`,
        rows.map((row) => row[key]),
      )
    columns.add(
      'listing.flat.calls',
      rows.map(({ calls }) => calls),
      'signed',
    )
    columns.add(
      'listing.flat.name',
      rows.map(({ name }) => textAt(name)),
      'delta',
    )
    columns.add(
      'listing.flat.number',
      rows.map(({ number }) => number),
      'varint',
    )
  }
  if (index) {
    const { items } = index
    columns.add(
      'listing.index.number',
      items.map(({ number }) => number),
      'delta',
    )
    columns.add(
      'listing.index.printed',
      items.map(({ isPrinted }) => Number(isPrinted)),
      'bytes',
    )
    columns.add(
      'listing.index.name',
      items.map(({ name }) => textAt(name)),
      'delta',
    )
    columns.add(
      'listing.index.file',
      items.map(({ file }) => (file === null ? -1 : textAt(file))),
      'delta',
    )
  }
  columns.add('listing.texts', [texts.size], 'varint')
  columns.addStrings('listing.text', stringTableOf([...texts.keys()]))
}

function addEntries(columns: ColumnWriter, entries: readonly RawEntry[]): void {
  const lines = entries.flatMap((entry) => entry.lines)
  for (const key of ['percent', 'self', 'child'] as const)
    columns.addPrinted(
      `listing.entries.${key}`,
      entries.map((entry) => entry[key]),
    )
  for (const key of ['number', 'wholeCycle', 'calls', 'selfCalls'] as const)
    columns.add(
      `listing.entries.${key}`,
      entries.map((entry) => entry[key]),
      'signed',
    )
  columns.add(
    'listing.entries.lines',
    entries.map((entry) => entry.lines.length),
    'varint',
  )
  for (const key of ['self', 'child'] as const)
    columns.addPrinted(
      `listing.lines.${key}`,
      lines.map((line) => line[key]),
    )
  for (const key of ['number', 'count', 'selfCalls', 'of'] as const)
    columns.add(
      `listing.lines.${key}`,
      lines.map((line) => line[key]),
      'signed',
    )
  columns.add(
    'listing.lines.kind',
    lines.map(({ kind }) => LINE_KINDS.indexOf(kind)),
    'bytes',
  )
}
