// Redacts a saved profile before it is shared: removes what a person withholds.
//
// Numbers stay the same. Names are mapped one to one, so that a scenario's cut is the same arc
// afterwards.
//
// Everything that may hold a name changes with them: the rest of the state, and with "replaced"
// also files, paths, addresses and notices that quote any.
import { asArray, asColumn } from '../base/columns.ts'
import { FILE_KINDS, type FileKind } from '../base/file-kinds.ts'
import { baseNameAnywhere } from '../base/file-names.ts'
import { stringAt, type StringIndex, stringTableOf, TextNumbers } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import { isOfStandardLibrary } from '../analysis/scenario/fold.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import type { Notice } from '../problems/problem.ts'
import type {
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  SourceTable,
} from '../profile/call-graph-profile.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import { demangleOnce, rawName } from '../names/names.ts'
import type { SavedContent } from './content.ts'
import { shortName, shortened, mapFiles, mapTexts } from './redact-file-names.ts'
import { listingRenamed, listingFiles, withoutLines, nameWithout } from './redact-listing.ts'

/** What a person withholds from a shared profile. */
export interface ShareChoice {
  /** Shortened: without parameters and template arguments. Replaced: f1, f2, … */
  readonly names: 'kept' | 'shortened' | 'replaced'
  /** Whether to keep only the last part of each path. */
  readonly withoutDirectories: boolean
  readonly withoutSources: boolean
  /** Times and calls of lines. */
  readonly withoutLines: boolean
  readonly withoutNotices: boolean
}

/** One value for each field of the content, also for one that may be absent. */
export type EachField<Content> = Readonly<Record<keyof Content, unknown>>

/**
 * Returns what is shared of each field. A new field of a saved profile does not compile until it is here, redacted
 * if it may hold a name, a path, an address or a text of a person.
 */
const sharedFields = (redacted: SavedContent): SavedContent =>
  ({
    name: redacted.name,
    files: redacted.files,
    notices: redacted.notices,
    plain: redacted.plain,
    sum: redacted.sum,
    // Row numbers of functions.
    possible: redacted.possible,
    lines: redacted.lines,
    listing: redacted.listing,
    scenario: redacted.scenario,
    view: redacted.view,
  }) satisfies EachField<SavedContent>

/**
 * Returns the content with everything removed that the choice withholds. `content` is not changed. A notice
 * 'shared-in-part' is added if names, directories, sources or notices are affected.
 *
 * @param first functions of the baseline, if it is shared too; equal names stay equal in both
 */
export function choose(
  content: SavedContent,
  choice: ShareChoice,
  first: FunctionTable | null = null,
): SavedContent {
  let chosen: SavedContent = choice.withoutLines ? { ...content, lines: null } : content
  // The notice that something is missing always stays.
  const sharedInPart = content.notices.filter(({ code }) => code === 'shared-in-part')
  if (choice.withoutNotices) chosen = { ...chosen, notices: sharedInPart }
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
  if (isReplaced)
    chosen = withoutPlaces(withoutFiles({ ...chosen, notices: chosen.notices.map(withoutFunction) }))
  const hadSources = content.plain.sources !== null && chosen.plain.sources === null
  const lostNotices = chosen.notices.length < content.notices.length
  const lostDirectories = choice.withoutDirectories && !isReplaced
  if (choice.names === 'kept' && !hadSources && !lostNotices && !lostDirectories)
    return chosen === content ? content : sharedFields(chosen)
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
  return sharedFields({ ...chosen, notices: [...chosen.notices, partly] })
}

/** @param nth counts names from 1 */
type NewName = (functions: FunctionTable, f: FunctionIndex, nth: number) => string

const nameAs =
  (names: 'shortened' | 'replaced'): NewName =>
  (functions, f, nth) =>
    names === 'replaced' ? `f${nth}` : shortName(functions, f)

/** The baseline's names come out as if it were alone. */
const both = (first: FunctionTable | null, functions: FunctionTable): readonly FunctionTable[] =>
  first ? [first, functions] : [functions]

/** Returns the new name of each raw name; all new names differ. */
function newNames(tables: readonly FunctionTable[], nameOf: NewName): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  /**
   * Where numbering stopped for a name that several functions want; one template may have thousands
   * of instances.
   */
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

/** Removes the functions from a notice that holds without them. */
function withoutFunction(notice: Notice): Notice {
  if (notice.code === 'coarse-bins') return { ...notice, names: [] }
  if (notice.code !== 'slow-run') return notice
  const { code, file, samples, mean, middle, runs } = notice
  return { code, file, samples, mean, middle, runs }
}

/** Shortens names in notices, which may be of functions outside the profile. */
function withShortNames(notice: Notice): Notice {
  if (notice.code === 'slow-run' && notice.name !== undefined)
    return { ...notice, name: shortened(notice.name) }
  if (notice.code === 'coarse-bins') return { ...notice, names: notice.names.map(shortened) }
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

/** Renames the functions of a scenario. A name without a function has no effect and is removed. */
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
    // Folding finds functions by their names.
    foldStd:
      scenario.foldStd &&
      [...names].every(([from, to]) => isOfStandardLibrary(from) === isOfStandardLibrary(to)),
    faster: scenario.faster.flatMap(({ name, factor }) => {
      const to = names.get(name)
      return to === undefined ? [] : [{ name: to, factor }]
    }),
  }
}

/** The settings of a diff that cannot hold a name. */
const OF_COMPARE =
  /^compare\.(?:by=(?:total|calls)|unit=share|only=changed|sort=-?(?:change|before|after|ratio|calls|perCall|name))$/

/** Keeps only the parts of a link that hold no name: the view and its order. */
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

/** Names of a listing by lines contain source files. */
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

/** Shortens the names of inlined functions. */
function withShortLines(lines: AllLines, namePrefix?: string): AllLines {
  const { rowOf, texts } = becoming(lines.names, (raw) => shortened(demangleOnce(raw, namePrefix)))
  const name = lines.sections.name.map((before) => (before < 0 ? before : rowOf[before]))
  return { ...lines, sections: { ...lines.sections, name }, names: texts }
}

/** Maps texts, and merges those that become equal. Returns the new row of each old row. */
function becoming(table: StringTable, map: (text: string) => string) {
  const rows = new TextNumbers()
  const rowOf: number[] = []
  for (let row = 0; row < table.length; row++) rowOf.push(rows.of(map(stringAt(table, row as StringIndex))))
  return { rowOf, texts: stringTableOf(rows.texts) }
}

/** Gives files neutral names, and removes notices and problems that quote anything else. */
function withoutFiles(content: SavedContent): SavedContent {
  const nth = new Map<FileKind, number>()
  const neutral = new Map<string, string>()
  for (const { name, kind } of content.files) {
    if (neutral.has(name)) continue
    const count = (nth.get(kind) ?? 0) + 1
    nth.set(kind, count)
    const { neutralName } = FILE_KINDS[kind]
    neutral.set(name, count === 1 ? neutralName : `${neutralName} ${count}`)
  }
  const mapped = mapFiles(content, ({ name }) => neutral.get(name) ?? 'program')
  const known = new Set(neutral.values())
  const ifKnown = (text: string): string | null => (known.has(text) ? text : null)
  return {
    ...mapped,
    files: mapped.files.map((file) => {
      const problem = file.problem && mapTexts(file.problem, ifKnown)
      // A useless file stays useless without the reason.
      return { ...file, kind: file.problem && !problem ? 'unknown' : file.kind, problem }
    }),
    notices: mapped.notices.flatMap((notice) => mapTexts(notice, ifKnown) ?? []),
  }
}

/** Sets addresses 16 apart, in the same order, and removes samples by address. */
function withoutPlaces(content: SavedContent): SavedContent {
  const { functions } = content.plain
  const at = (f: number): number => 16 * (f + 1)
  const address = Float64Array.from({ length: functions.length }, (_, f) => at(f))
  // A last symbol that ends before it begins keeps that property: gprof's filters do not match it.
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
