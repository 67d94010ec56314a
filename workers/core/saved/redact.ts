// What leaves is chosen: SavedContent → SavedContent without the names, files, sources and addresses that a
// person withholds.
import { asArray, asColumn } from '../base/columns.ts'
import { baseNameAnywhere } from '../base/file-names.ts'
import {
  stringAt,
  type StringIndex,
  type StringTable,
  stringTableOf,
  TextNumbers,
} from '../base/string-table.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Notice, Problem } from '../problems/problem.ts'
import type {
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  SourceTable,
} from '../profile/call-graph-profile.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import { demangleOnce, rawName, readableBytes } from '../reports/names/names.ts'
import type { SavedContent } from './content.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import { nameParts } from '../reports/names/name-parts.ts'

/**
 * What leaves is chosen: SavedContent → SavedContent without what a person keeps for themselves.
 *
 * Numbers stay as they are. Names are changed one to one, so that what is cut in a scenario is the same arc afterwards;
 * with them goes everything in which a name may stand: the rest of the state, and with "replaced" also files, paths,
 * addresses and notices that quote any.
 */

export interface ShareChoice {
  /** Shortened: without parameters and template arguments. Replaced: f1, f2, … */
  readonly names: 'kept' | 'shortened' | 'replaced'
  /** Only the last part of each path. */
  readonly withoutDirectories: boolean
  readonly withoutSources: boolean
  /** Times and calls of lines. */
  readonly withoutLines: boolean
  readonly withoutNotices: boolean
}

/** @param first functions of a profile that is compared with this one: a name of both becomes the same in both */
export function choose(
  content: SavedContent,
  choice: ShareChoice,
  first: FunctionTable | null = null,
): SavedContent {
  let chosen: SavedContent = choice.withoutLines ? { ...content, lines: null } : content
  // That something is missing must be told whoever passes it on.
  const told = content.notices.filter(({ code }) => code === 'shared-in-part')
  if (choice.withoutNotices) chosen = { ...chosen, notices: told }
  if (choice.withoutDirectories) chosen = withoutDirectories(chosen)
  const isReplaced = choice.names === 'replaced'
  if (choice.withoutSources || isReplaced) chosen = withoutSources(chosen)
  if (choice.names === 'shortened')
    chosen = {
      ...chosen,
      notices: chosen.notices.map(withShortNames),
      lines: chosen.lines && withShortLines(chosen.lines, content.plain.functions.namePrefix),
    }
  if (choice.names !== 'kept')
    chosen = renamed(chosen, newNames(both(first, chosen.plain.functions), nameAs(choice.names)))
  if (isReplaced) chosen = withoutPlaces(withoutFiles(chosen))
  const hadSources = content.plain.sources !== null && chosen.plain.sources === null
  const lostNotices = chosen.notices.length < content.notices.length
  const lostDirectories = choice.withoutDirectories && !isReplaced
  if (choice.names === 'kept' && !hadSources && !lostNotices && !lostDirectories) return chosen
  const partly: Notice = {
    code: 'shared-in-part',
    names: choice.names,
    directories: lostDirectories,
    sources: hadSources,
    notices: lostNotices,
    unused: 0,
    functions: 0,
    ticks: 0,
  }
  return { ...chosen, notices: [...chosen.notices, partly] }
}

/** @param nth counts names from 1 */
type NewName = (functions: FunctionTable, f: FunctionIndex, nth: number) => string

const nameAs =
  (names: 'shortened' | 'replaced'): NewName =>
  (functions, f, nth) =>
    names === 'replaced' ? `f${nth}` : shortName(functions, f)

/** The first one's names are as if it stood alone. */
const both = (first: FunctionTable | null, functions: FunctionTable): readonly FunctionTable[] =>
  first ? [first, functions] : [functions]

/** For each raw name the one that stands for it; no two have the same. */
function newNames(tables: readonly FunctionTable[], nameOf: NewName): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  /** Where counting stopped for a name that several want: instances of one template may be thousands. */
  const counted = new Map<string, number>()
  for (const functions of tables)
    for (let f = 0; f < functions.length; f++) {
      const raw = rawName(functions, f as FunctionIndex)
      if (found.has(raw)) continue
      const wanted = nameOf(functions, f as FunctionIndex, found.size + 1)
      let name = wanted
      let nth = counted.get(wanted) ?? 1
      while (taken.has(name)) name = `${wanted} (${++nth})`
      counted.set(wanted, nth)
      taken.add(name)
      found.set(raw, name)
    }
  return found
}

/** Of functions that are none of the profile's, too. */
function withShortNames(notice: Notice): Notice {
  if (notice.code !== 'functions-hidden') return notice
  return { ...notice, names: notice.names.map(shortened), neighbours: notice.neighbours.map(shortened) }
}

function renamed(content: SavedContent, names: ReadonlyMap<string, string>): SavedContent {
  const { functions } = content.plain
  const { namePrefix: _, ...rest } = functions
  const table = stringTableOf(
    Array.from(
      { length: functions.length },
      (_row, f) => names.get(rawName(functions, f as FunctionIndex)) ?? '',
    ),
  )
  return {
    ...content,
    plain: { ...content.plain, functions: { ...rest, names: table } },
    listing: content.listing && listingRenamed(content.listing, names),
    scenario: renamedScenario(content.scenario, names),
    view: withoutNames(content.view),
  }
}

/** A name that no function bears means nothing, and is left out. */
function renamedScenario(scenario: Scenario, names: ReadonlyMap<string, string>): Scenario {
  const list = (raw: readonly string[]): string[] => raw.flatMap((name) => names.get(name) ?? [])
  return {
    cutArcs: scenario.cutArcs.flatMap(({ parent, child }) => {
      const [from, to] = [names.get(parent), names.get(child)]
      return from === undefined || to === undefined ? [] : [{ parent: from, child: to }]
    }),
    leftOut: list(scenario.leftOut),
    timeLeftOut: list(scenario.timeLeftOut),
    only: list(scenario.only),
    timeOnly: list(scenario.timeOnly),
    staticArcs: scenario.staticArcs,
  }
}

/** Of what a comparison says of itself, all that it may say: no name can stand there. */
const OF_COMPARE =
  /^compare\.(?:by=(?:total|calls)|unit=share|only=changed|sort=-?(?:change|before|after|ratio|calls|perCall|name))$/

/** Of what a link says, only what holds no name: which view, and in what order. */
function withoutNames(view: string): string {
  return view
    .split('&')
    .filter((part) => /^(v|view|sort)=/.test(part) || OF_COMPARE.test(part))
    .join('&')
}

function withoutDirectories(content: SavedContent): SavedContent {
  const short = withoutInNames(content, 'directories')
  const { sources } = short.plain
  return {
    ...mapFiles(short, ({ name }) => baseNameAnywhere(name)),
    listing: short.listing && listingFiles(short.listing, baseNameAnywhere),
    lines: short.lines && linesOfBaseNames(short.lines),
    plain: { ...short.plain, sources: sources && withBaseNames(sources) },
  }
}

function withoutSources(content: SavedContent): SavedContent {
  const bare = withoutInNames(content, 'sources')
  const listing = bare.listing && withoutLines(listingFiles(bare.listing, () => null))
  return { ...bare, plain: { ...bare.plain, sources: null }, lines: null, listing }
}

/** Names of a listing by lines have source files in them. */
function withoutInNames(content: SavedContent, what: 'sources' | 'directories'): SavedContent {
  if (content.listing?.style.byLine !== true) return content
  const { functions } = content.plain
  return renamed(
    content,
    newNames([functions], (_, f) => nameWithout(what, rawName(functions, f))),
  )
}

/** Files of one name in different directories become one. */
function withBaseNames(sources: SourceTable): SourceTable {
  const { rowOf, texts } = becoming(sources.files, baseNameAnywhere)
  const fileOf = Int32Array.from(asArray(sources.fileOf), (file) => (file < 0 ? file : rowOf[file]))
  return {
    ...sources,
    fileOf: asColumn(fileOf),
    files: texts,
  }
}

function linesOfBaseNames(lines: AllLines): AllLines {
  const { rowOf, texts } = becoming(lines.files, baseNameAnywhere)
  const file = lines.sections.file.map((before) => rowOf[before])
  return { ...lines, sections: { ...lines.sections, file }, files: texts }
}

/** Of functions that were inlined. */
function withShortLines(lines: AllLines, namePrefix?: string): AllLines {
  const { rowOf, texts } = becoming(lines.names, (raw) => shortened(demangleOnce(raw, namePrefix)))
  const name = lines.sections.name.map((before) => (before < 0 ? before : rowOf[before]))
  return { ...lines, sections: { ...lines.sections, name }, names: texts }
}

/** What texts become, those that become the same once; and for each row before the one that it is now. */
function becoming(table: StringTable, map: (text: string) => string) {
  const rows = new TextNumbers()
  const rowOf: number[] = []
  for (let row = 0; row < table.length; row++) rowOf.push(rows.of(map(stringAt(table, row as StringIndex))))
  return { rowOf, texts: stringTableOf(rows.texts) }
}

/** Files under neutral names; notices and problems that quote anything else are left out. */
function withoutFiles(content: SavedContent): SavedContent {
  const nth = new Map<OfferedFile['kind'], number>()
  const neutral = new Map<string, string>()
  for (const { name, kind } of content.files) {
    if (neutral.has(name)) continue
    const count = (nth.get(kind) ?? 0) + 1
    nth.set(kind, count)
    const word = { executable: 'program', profile: 'gmon.out' }[kind as string] ?? 'file'
    neutral.set(name, count === 1 ? word : `${word} ${count}`)
  }
  const mapped = mapFiles(content, ({ name }) => neutral.get(name) ?? 'program')
  const known = new Set(neutral.values())
  const ifKnown = (text: string): string | null => (known.has(text) ? text : null)
  return {
    ...mapped,
    files: mapped.files.map((file) => {
      const problem = file.problem && mapTexts(file.problem, ifKnown)
      // It was of no use, and stays so without the words why.
      return { ...file, kind: file.problem && !problem ? 'unknown' : file.kind, problem }
    }),
    notices: mapped.notices.flatMap((notice) => mapTexts(notice, ifKnown) ?? []),
  }
}

/** Addresses 16 apart, in the same order, and no samples by address. */
function withoutPlaces(content: SavedContent): SavedContent {
  const { functions } = content.plain
  const at = (f: number): number => 16 * (f + 1)
  const address = Float64Array.from({ length: functions.length }, (_, f) => at(f))
  // A last symbol that ends before it begins does so again: filters miss it, as gprof's do.
  const last = Float64Array.from({ length: functions.length }, (_, row) => {
    const f = row as FunctionIndex
    return functions.last[f] < functions.address[f] ? at(row) - 1 : at(row + 1) - 1
  })
  const plain: CallGraphProfile = {
    ...content.plain,
    functions: {
      ...functions,
      address: asColumn(address),
      last: asColumn(last),
    },
  }
  return { ...content, plain, sum: null }
}

// The rows of gprof's text with other names, or without names of source files: RawListing → RawListing.

/** What stands for each name; null for what has none. */
interface Names {
  readonly name: (name: string) => string
  readonly file: (file: string) => string | null
}

/** A name that no function bears is left out: it would be the only one that stayed. */
function listingRenamed(listing: RawListing, names: ReadonlyMap<string, string>): RawListing {
  const name = (raw: string): string => (isCycle(raw) ? raw : (names.get(raw) ?? ''))
  return mapNames(listing, { name, file: (file) => file })
}

function listingFiles(listing: RawListing, file: Names['file']): RawListing {
  return mapNames(listing, { name: (name) => name, file })
}

/** Listings by lines (`-l`) have the source behind every name: what stands for such a name. */
function nameWithout(what: 'sources' | 'directories', name: string): string {
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

// Names of files in a saved profile: in the list of files and in whatever a notice says of them.

/** With every file under another name, the program's too. */
function mapFiles(content: SavedContent, nameOf: (file: OfferedFile) => string): SavedContent {
  const names = new Map(content.files.map((file) => [file.name, nameOf(file)]))
  const map = (text: string): string => names.get(text) ?? text
  return {
    ...content,
    name: names.get(content.name) ?? baseNameAnywhere(content.name),
    files: content.files.map((file) => ({
      ...file,
      name: map(file.name),
      detail: detailWith(file.detail, names),
      problem: file.problem && mapTexts(file.problem, map),
    })),
    notices: content.notices.map((notice) => mapTexts(notice, map) ?? notice),
  }
}

/** What a debug file's detail ends with, and the program's name behind it (inputs/debug-file.ts). */
const OF = ' · of '

/** Without the name if it is none of these. */
function detailWith(detail: string, names: ReadonlyMap<string, string>): string {
  const at = detail.indexOf(OF)
  if (at < 0) return detail
  const name = names.get(detail.slice(at + OF.length))
  return detail.slice(0, at) + (name === undefined ? '' : OF + name)
}

/** Fields whose texts are ours, and say nothing of anybody's files. */
const OURS: ReadonlySet<string> = new Set(['code', 'dialect', 'kind', 'format', 'names', 'parts'])

/** With every text in it changed; null if one of them becomes null. */
function mapTexts<T extends Notice | Problem>(item: T, map: (text: string) => string | null): T | null {
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(item) as [string, unknown][]) {
    let mapped: unknown = value
    if (typeof value === 'string' && !OURS.has(key)) mapped = map(value)
    else if (Array.isArray(value)) mapped = mapAll(value, map)
    else if (key === 'problem') mapped = mapTexts(value as Problem, map)
    if (mapped === null && value !== null) return null
    entries.push([key, mapped])
  }
  return Object.fromEntries(entries) as unknown as T
}

function mapAll(values: readonly unknown[], map: (text: string) => string | null): unknown[] | null {
  const mapped = values.map((value) => (typeof value === 'string' ? map(value) : value))
  return mapped.includes(null) ? null : mapped
}

// A function's name as people read it, without what makes it long: parameters and template arguments.

/** Bytes. Never empty. */
const shortName = (functions: FunctionTable, f: FunctionIndex): string =>
  shortened(readableBytes(functions, f))

/** Of a name as people read it. */
export function shortened(readable: string): string {
  const { parameters } = nameParts(readable)
  const short = withoutArguments(readable.slice(0, readable.length - parameters.length))
  return short === '' ? readable : short
}

/** "a::b<c<d>>::e" → "a::b::e"; operators keep their signs. */
function withoutArguments(name: string): string {
  const operator = name.lastIndexOf('operator')
  const end = operator >= 0 && !/\w/.test(name.charAt(operator + 8)) ? operator : name.length
  let depth = 0
  let short = ''
  for (let at = 0; at < end; at++) {
    const letter = name.charAt(at)
    if (letter === '<' && (depth > 0 || short !== '')) depth++
    else if (letter === '>' && depth > 0) depth--
    else if (depth === 0) short += letter
  }
  return short + name.slice(end)
}
