// Verifies a gprof listing against the open profile: prints ours with the listing’s options, then pairs
// both line by line.

import { baseName } from '../base/file-names.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { ListingDecoder } from '../formats/gprof-listing/listing-decoder.ts'
import { TextLines } from '../bytes/text-lines.ts'
import { ListingLines } from '../formats/gprof-listing/listing-lines.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Comparison, Hint } from '../reports/verify-listing.ts'
import { INDEX_WIDTH } from '../reports/listing/from-gprof-text.ts'
import { type Analysis, listProfile } from '../reports/listing/listing.ts'
import { rawName, readableBytes } from '../names/names.ts'
import { sourcePath } from '../reports/source-of.ts'
import type { TextStyle } from '../reports/text/listing-text.ts'
import { TextBytes } from '../reports/text/text-bytes.ts'
import { writeWhole } from '../reports/text/whole-text.ts'
import { KeyedLines, LineKind, NameNumbers, REPORT_EVERY, withoutDots } from './keyed-lines.ts'
import { pairLines } from './pair-lines.ts'

const PIECE = 1 << 20
/** Fraction of the work done when the listing is read, and when ours is printed. */
const READ = 0.5
const PRINTED = 0.8
const LARGEST_BIN = 65_536

/**
 * Compares a listing of gprof's with the one that the profile gives in the same style.
 *
 * @param plain the profile without a scenario, as the listing has none
 * @param onProgress receives the fraction done, 0–1; cancels by throwing
 * @throws ProblemError `listing/nothing-found`, `listing/not-comparable` for a listing by lines, `bytes/…`
 */
export async function verifyListing(
  source: ByteSource,
  plain: Analysis,
  onProgress: (part: number) => void = () => {},
): Promise<Comparison> {
  const names = new NameNumbers()
  const theirs = new KeyedLines(names)
  const decoder = new ListingDecoder()
  const rows = new ListingLines(
    (row, count) => {
      theirs.take(row, count)
      decoder.take(row, count)
    },
    (mark) => {
      theirs.take('')
      decoder.skip(mark)
    },
  )
  const lines = new TextLines((line) => rows.take(line))
  for (let at = 0; at < source.size; at += PIECE) {
    lines.push(await source.read(at, Math.min(PIECE, source.size - at)))
    onProgress((READ * at) / source.size)
  }
  lines.end()
  rows.end()
  const raw = decoder.result(source.name)
  if (!raw.flat && !raw.graph) throw new ProblemError({ code: 'listing/nothing-found', file: source.name })
  if (raw.style.byLine)
    throw new ProblemError({ code: 'listing/not-comparable', file: source.name, reason: 'by-line' })
  const hasRawNames = namesAreRaw(raw)
  const ours = new KeyedLines(names, raw.index !== null || raw.graph === null)
  const expected = theirs.kinds.length
  printAlike(raw, plain, hasRawNames, (line) => {
    ours.take(line)
    const printed = ours.kinds.length
    if (printed % REPORT_EVERY === 0) onProgress(READ + (PRINTED - READ) * Math.min(1, printed / expected))
  })
  const { rate } = plain.analyzed.profile
  const compared = pairLines(theirs, ours, rate > 0 ? LARGEST_BIN / rate : 0, (part) =>
    onProgress(PRINTED + (1 - PRINTED) * part),
  )
  const hints = findHints(theirs, ours, compared.calls)
  if (hasDots(namesIn(raw)) && !hasDots(rawNames(plain))) hints.push({ code: 'dots' })
  return { file: source.name, options: optionsOf(raw, hasRawNames), hints, ...compared.result }
}

/** Whether most names begin with a dot. */
function hasDots(names: Iterable<string>): boolean {
  let [all, dotted] = [0, 0]
  for (const name of names) {
    all++
    if (name !== withoutDots(name)) dotted++
  }
  return dotted > all / 2
}

function* rawNames({ analyzed }: Analysis): Generator<string> {
  const { functions } = analyzed.profile
  for (let row = 0; row < functions.length; row++) yield rawName(functions, row as FunctionIndex)
}

/** Whether the listing has raw names: some are mangled, and none is demangled. */
function namesAreRaw({ flat, graph, style }: RawListing): boolean {
  if (style.traditional) return true
  let mangled = 0
  for (const name of namesIn({ flat, graph })) {
    if (/::|\(/.test(name)) return false
    if (/^_(?:Z|R[A-Z])/.test(name)) mangled++
  }
  return mangled > 0
}

function* namesIn({ flat, graph }: Pick<RawListing, 'flat' | 'graph'>): Generator<string> {
  for (const { name } of flat?.rows ?? []) yield name
  for (const { name } of graph?.names.values() ?? []) yield name
}

function printAlike(
  raw: RawListing,
  { analyzed, listing }: Analysis,
  hasRawNames: boolean,
  take: (line: string) => void,
): void {
  const { profile } = analyzed
  const { traditional, showUnused } = raw.style
  const files = (raw.index?.items ?? []).flatMap(({ file }) => file ?? [])
  const hasPaths = files.some((file) => file.includes('/'))
  const fileOf = (f: FunctionIndex): string | null => {
    if (analyzed.asPrinted) return analyzed.asPrinted.files[f]
    const path = files.length > 0 && profile.functions.isStatic[f] === 1 ? sourcePath(profile, f) : null
    return path === null || hasPaths ? path : baseName(path)
  }
  const nameOf = (f: FunctionIndex): string =>
    hasRawNames || analyzed.asPrinted ? rawName(profile.functions, f) : readableBytes(profile.functions, f)
  const style: TextStyle = { traditional, showUnused, explained: false, nameOf, fileOf }
  const lines = new TextLines(take)
  const out = new TextBytes((bytes) => lines.push(bytes))
  const isListed = analyzed.asPrinted !== undefined
  const shown = showUnused && !isListed ? listProfile(analyzed, { showUnused }) : listing
  const options = {
    flat: raw.flat !== null && profile.hasHistogram,
    graph: raw.graph !== null && profile.hasArcs,
    width: raw.index?.width ?? INDEX_WIDTH,
  }
  writeWhole({ analyzed, listing: shown, style }, options, out)
  out.end()
  lines.end()
}

function optionsOf({ style, flat, graph, index }: RawListing, hasRawNames: boolean): string {
  const { explained, traditional, staticCalls, showUnused } = style
  const words = explained ? [] : ['-b']
  if (traditional) words.push('-T')
  else if (hasRawNames) words.push('--no-demangle')
  if (staticCalls) words.push('-c')
  if (showUnused) words.push('-z')
  if (!graph) words.push('-p')
  if (!flat) words.push('-q')
  const width = index?.width ?? INDEX_WIDTH
  if (width !== INDEX_WIDTH && !traditional) words.push(`-w ${width}`)
  return words.join(' ')
}

function findHints(
  theirs: KeyedLines,
  ours: KeyedLines,
  calls: readonly (readonly [number, number])[],
): Hint[] {
  const hints: Hint[] = []
  const flat = countFound(theirs, ours, LineKind.flat)
  const entries = countFound(theirs, ours, LineKind.entry)
  const { found, names } = flat.names > entries.names ? flat : entries
  if (found < names / 2) hints.push({ code: 'another-program', found, names })
  const factors = new Set(calls.map(([one, other]) => (other > 0 ? one / other : 0)))
  const [factor = 1] = factors
  if (calls.length > 1 && factors.size === 1 && factor > 0 && factor !== 1)
    hints.push({ code: 'several-runs', factor: factor > 1 ? factor : 1 / factor })
  if (theirs.unread > 0) hints.push({ code: 'unread', lines: theirs.unread })
  return hints
}

/**
 * Returns how many functions and cycles have a line of this kind in the listing, and how many of
 * them have one here.
 */
function countFound(theirs: KeyedLines, ours: KeyedLines, kind: number) {
  let names = 0
  let found = 0
  for (const [key, at] of theirs.at) {
    if (theirs.kinds[at] !== kind) continue
    names++
    if (ours.at.has(key)) found++
  }
  return { names, found }
}
