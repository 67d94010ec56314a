/**
 * A listing of gprof's beside what is open: ours is printed the way the listing was, and both are laid side by side, line by line,
 * by what each line is about.
 *
 * Errors:  `listing/nothing-found`, `listing/not-comparable`, `bytes/…`.
 */
import { baseName } from '../base/base-name.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { ListingDecoder } from '../formats/gprof-listing/decode.ts'
import { TextLines } from '../bytes/text-lines.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { FunctionIndex } from '../profile/tables.ts'
import { Reason, RowKind, type Comparison, type Hint } from '../reports/comparison.ts'
import { INDEX_WIDTH } from '../reports/listing/listed-text.ts'
import { listProfile } from '../reports/listing/listing.ts'
import { rawName, readableBytes } from '../reports/names/names.ts'
import { sourcePath } from '../reports/sources.ts'
import type { TextStyle } from '../reports/text/listing-text.ts'
import { TextBytes } from '../reports/text/text-bytes.ts'
import { writeWhole } from '../reports/text/whole-text.ts'
import type { Analysis } from '../reports/what-if/analysis.ts'
import { findReason } from './find-reason.ts'
import { KeyedLines, type KeyedLine } from './keyed-lines.ts'

const PIECE = 1 << 20
const LARGEST_BIN = 65_536

/** @param plain without a scenario: the listing has none */
export async function compareListing(source: ByteSource, plain: Analysis): Promise<Comparison> {
  const theirs = new KeyedLines()
  const decoder = new ListingDecoder()
  const lines = new TextLines((line) => {
    theirs.take(line)
    decoder.take(line)
  })
  for (let at = 0; at < source.size; at += PIECE)
    lines.push(await source.read(at, Math.min(PIECE, source.size - at)))
  lines.end()
  const raw = decoder.result(source.name)
  if (!raw.flat && !raw.graph) throw new ProblemError({ code: 'listing/nothing-found', file: source.name })
  if (raw.style.byLine)
    throw new ProblemError({ code: 'listing/not-comparable', file: source.name, reason: 'by-line' })
  const hasRawNames = namesAreRaw(raw)
  const ours = printAlike(raw, plain, hasRawNames)
  const { rate } = plain.analyzed.profile
  const compared = pair(theirs.lines, ours, rate > 0 ? LARGEST_BIN / rate : 0)
  const hints = findHints(theirs, ours, compared.calls)
  return { file: source.name, options: optionsOf(raw, hasRawNames), hints, ...compared.result }
}

/** Symbols as the linker knows them: there are mangled ones, and none as people read them. */
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
): readonly KeyedLine[] {
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
  const ours = new KeyedLines()
  const lines = new TextLines((line) => ours.take(line))
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
  return raw.index || !raw.graph ? ours.lines : ours.lines.filter(({ key }) => !key.startsWith('index '))
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

interface Paired {
  readonly result: Pick<Comparison, 'same' | 'differing' | 'onlyTheirs' | 'onlyOurs' | 'rows'>
  /** Calls of functions in both, theirs and ours. */
  readonly calls: readonly (readonly [number, number])[]
}

function pair(theirs: readonly KeyedLine[], ours: readonly KeyedLine[], binTime: number): Paired {
  const ourAt = new Map(ours.map(({ key }, at) => [key, at]))
  const isPaired = new Uint8Array(ours.length)
  for (const { key } of theirs) {
    const at = ourAt.get(key)
    if (at !== undefined) isPaired[at] = 1
  }
  const kind: number[] = []
  const reason: number[] = []
  const line: number[] = []
  const left: string[] = []
  const right: string[] = []
  const calls: (readonly [number, number])[] = []
  const counts = [0, 0, 0, 0]
  const add = (what: number, why: number, their: KeyedLine | null, our: KeyedLine | null): void => {
    kind.push(what)
    reason.push(why)
    line.push(their?.line ?? 0)
    left.push(their?.text ?? '')
    right.push(our?.text ?? '')
    counts[what]++
  }
  let next = 0
  /** Lines that only we have stand below the one they stand below in ours. */
  const addOwn = (to: number): void => {
    for (; next < to; next++) if (isPaired[next] === 0) add(RowKind.ours, Reason.missing, null, ours[next])
  }
  addOwn(nextPaired(isPaired, 0))
  for (const their of theirs) {
    const at = ourAt.get(their.key)
    if (at === undefined) {
      add(RowKind.theirs, reasonOfLone(their.text), their, null)
      continue
    }
    const our = ours[at]
    const count = callsOf(their) !== null && callsOf(our) !== null
    if (count) calls.push([callsOf(their) ?? 0, callsOf(our) ?? 0])
    if (their.text === our.text) add(RowKind.same, Reason.unknown, their, our)
    else add(RowKind.differs, findReason(their.text, our.text, binTime), their, our)
    addOwn(nextPaired(isPaired, at + 1))
  }
  addOwn(ours.length)
  const [same, differing, onlyTheirs, onlyOurs] = counts
  const rows = {
    length: kind.length,
    kind: Uint8Array.from(kind),
    reason: Uint8Array.from(reason),
    line: Uint32Array.from(line),
    theirs: stringTableOf(left),
    ours: stringTableOf(right),
  }
  return { result: { same, differing, onlyTheirs, onlyOurs, rows }, calls }
}

function nextPaired(isPaired: Uint8Array, from: number): number {
  const at = isPaired.indexOf(1, from)
  return at < 0 ? isPaired.length : at
}

function reasonOfLone(text: string): number {
  if (/\s0\/\d+\s/.test(text)) return Reason.static
  return /^\s*0\.00?\s+\d+\.\d\d\s+0\.00\s{9}/.test(text) ? Reason.unused : Reason.missing
}

/** Calls in a row of the flat profile that has them. */
function callsOf({ key, text }: KeyedLine): number | null {
  if (!key.startsWith('flat ')) return null
  const found = /^\s*\S+\s+\S+\s+\S+\s{1,9}(\d+)\s+\S+\s+\S+\s/.exec(text)
  return found ? Number(found[1]) : null
}

function findHints(
  theirs: KeyedLines,
  ours: readonly KeyedLine[],
  calls: readonly (readonly [number, number])[],
): readonly Hint[] {
  const hints: Hint[] = []
  const known = new Set(ours.map(({ key }) => key))
  const heads = theirs.lines.filter(({ key }) => /^(?:flat|entry) (?!.* (?:parent|child) )/.test(key))
  const found = heads.filter(({ key }) => known.has(key)).length
  if (heads.length > 0 && found < heads.length / 2)
    hints.push({ code: 'another-program', found, names: heads.length })
  const factors = new Set(calls.map(([one, other]) => (other > 0 ? one / other : 0)))
  const [factor = 1] = factors
  if (calls.length > 1 && factors.size === 1 && factor > 0 && factor !== 1)
    hints.push({ code: 'several-runs', factor: factor > 1 ? factor : 1 / factor })
  if (theirs.unread > 0) hints.push({ code: 'unread', lines: theirs.unread })
  return hints
}
