// Listings of a few rows, from elsewhere, and what opening one shows, as text.
import { readFileSync } from 'node:fs'
import { checkAnalysis } from './check-analysis.ts'
import { checkProfile } from './check-profile.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { entryLineText } from '../core/reports/entry-line-text.ts'
import { entryRows, lineAt } from '../core/reports/entry-rows.ts'
import { flatRow } from '../core/reports/flat-rows.ts'
import type { Analysis } from '../core/reports/listing/listing.ts'
import type { EntryIndex } from '../core/reports/listing/entries.ts'

const read = (name: string): string => readFileSync(new URL(`listings/${name}`, import.meta.url), 'latin1')

// All in binary strings.
export const BSD = read('bsd.txt')
export const EARLY_GNU = read('early-gnu.txt')
export const MAILED = read('mailed.txt')
/** What was mailed, as gprof printed it. */
export const GNU = MAILED.slice(MAILED.indexOf('> Flat'))
  .replaceAll(/^> ?/gm, '')
  .replace('\nIndex by', '\f\nIndex by')
  .replace('\n\t\t\tCall', '\n\f\n\t\t\tCall')

/** The cells of each row, with bars between them. */
export function flatTexts({ analyzed, listing }: Analysis): string[] {
  return Array.from(listing.flat.printed, (f) => {
    const { text } = flatRow(analyzed, listing.flat, f as FunctionIndex)
    const { percent, cumulative, self, calls, selfPerCall, totalPerCall, total, name } = text
    return [percent, cumulative, self, calls, selfPerCall, totalPerCall, total, name].join('|')
  })
}

/** The cells of each line of all entries, with bars between them. */
export function graphTexts({ analyzed, listing }: Analysis): string[] {
  const unfolded = new Set(Array.from(listing.entries.printed, (entry) => entry as EntryIndex))
  const rows = entryRows(listing, unfolded)
  return Array.from({ length: rows.length }, (_, row) => {
    const text = entryLineText(analyzed, listing, lineAt(analyzed, listing, rows, row))
    const { index, percent, self, children, called, name, cycle, reference } = text
    return [index, percent, self, children, called, name, cycle, reference].join('|')
  })
}

export function checkOpened({ analyzed }: Analysis): void {
  checkProfile(analyzed.profile)
  // Rows are rounded: the total they leave out may be more than their sum.
  checkAnalysis({ ...analyzed, printedTicks: 0 })
}
