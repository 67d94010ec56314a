// Whether a text is a listing of gprof’s: by its headings, or, where those are in another language, by
// its rows.
import { TextLines } from '../../bytes/text-lines.ts'
import { FormattedLines, unquoted } from './formatted-lines.ts'
import { parseFlatRow, parseGranularity, parsePrimary } from './parse-lines.ts'

/** Bytes in which a listing's first heading is looked for: a letter may precede it. */
export const SEARCHED_BYTES = 65_536

/** Without any heading, so many rows of a flat profile make a listing, one below the other, */
const FLAT_ROWS = 3
/** or this many primary lines of a call graph, anywhere. */
const PRIMARY_LINES = 2
/** Each row's second number is the one above and its own third, as far as rounding goes. */
const ROUNDING = 0.0151

/** Null if it is none; else what it begins with, for people. `start` may end anywhere. */
export function describeListing(start: Uint8Array): string | null {
  let found: string | null = null
  let primaries = 0
  let rows = 0
  let cumulative = Number.NaN
  const sent = new FormattedLines()
  const lines = new TextLines((line) => {
    if (found !== null) return
    const text = unquoted(sent.take(line))
    if (parsePrimary(text) !== null) primaries++
    const row = parseFlatRow(text)
    const follows = row !== null && Math.abs(cumulative + row.self - row.cumulative) < ROUNDING
    rows = row === null ? 0 : follows ? rows + 1 : 1
    cumulative = row?.cumulative ?? Number.NaN
    found = kindOf(text) ?? (rows >= FLAT_ROWS || primaries >= PRIMARY_LINES ? 'gprof listing' : null)
  })
  lines.push(start)
  lines.end()
  return found
}

/** Headings that nothing else has. */
function kindOf(line: string): string | null {
  if (isFlatHeading(line) || OWN_GRAPH.test(line) || parseGranularity(line) !== null) return 'gprof listing'
  return null
}

const OWN_FLAT = /^\s*time\s.{4,60}\scalls\s{1,8}\S{1,3}\/call\s{1,8}\S{1,3}\/call\s{1,8}name$/
/** In any language: the unit of times twice, that of times per call twice. */
const OTHER_FLAT =
  /^[ \t]*[^ \t]{1,24}[ \t]+([^ \t]{1,24})[ \t]+\1[ \t]+[^ \t]{1,24}[ \t]+([^ \t/]{1,3}\/[^ \t/]{1,24})[ \t]+\2[ \t]+[^ \t]{1,24}$/

/**
 * Whether a line is the second heading line of a flat profile, in any language: "time seconds seconds calls
 * ms/call ms/call name". A line with quotation or leading text is none.
 */
export const isFlatHeading = (line: string): boolean => OWN_FLAT.test(line) || OTHER_FLAT.test(line)

/** Whether the heading of a flat profile is in English. */
export const isEnglishHeading = (line: string): boolean => OWN_FLAT.test(line)

const OWN_GRAPH = /^\s*index\s+%\s?time\s+self\s+(?:children|descend[ae]nts)\s+called/
/** In any language: a word, a share, and the names of at least four columns, without a number. */
const OTHER_GRAPH = /^[ \t]*[^ \t\d%]{1,24}[ \t]+%[ \t]?[^ \t\d%]{1,24}(?:[ \t]+[^ \t\d%]{1,24}){3,6}$/

/**
 * Whether a line is the heading of a call graph, in any language: "index % time self children called name",
 * or the old listings' "index %time self descendents …".
 */
export const isGraphHeading = (line: string): boolean => OWN_GRAPH.test(line) || OTHER_GRAPH.test(line)
