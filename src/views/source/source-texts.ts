// The text of lines, read from source files that were dropped or chosen, and notes on files that are
// missing, too short or newer.
import { useEffect, useMemo, useState } from 'react'
import type { FunctionLines, LineRange, ProfileView, TextOfLines } from '../../../workers/api/contract.ts'
import { fileOfPath, filesByName, findSource, shownPath } from '../../../workers/core/reports/sources.ts'
import { useStore } from '../../state/store.ts'
import { askWorker } from '../../state/worker/requests.ts'
import { list } from '../../../workers/core/reports/messages/message.ts'
import type { CodeFacts } from '../../../workers/core/reports/line-facts.ts'
import { formatSamples } from '../../../workers/core/reports/details/explain-sampling.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'

/** Lines of one file. */
export interface WantedText {
  /** Path; a binary string. */
  readonly path: string
  readonly ranges: readonly LineRange[]
  /** The last line that code was made of. */
  readonly last: number
}

export interface Texts {
  /** By the place of what is wanted; undefined where no such file is at hand, or it is not read yet. */
  readonly texts: readonly (TextOfLines | undefined)[]
  /** Once it is known which texts there are. */
  readonly isRead: boolean
  /** Paths of which no file is at hand. */
  readonly missing: readonly string[]
  /** Files that end before a line that was made of them. */
  readonly ends: readonly { readonly file: string; readonly lines: number }[]
  /** Paths whose file was changed after the program was. */
  readonly newer: readonly string[]
}

/** Milliseconds: who unpacks or copies files may leave them with times that are rounded. */
const SAME_TIME = 2000

const NONE: readonly (TextOfLines | undefined)[] = []

export function useTexts(opened: ProfileView, wanted: readonly WantedText[]): Texts {
  const dropped = useStore(({ files }) => files)
  const later = useStore(({ ui }) => ui.sourceFiles)
  // What came last was chosen for it.
  const files = useMemo(() => filesByName([...later.toReversed(), ...dropped]), [dropped, later])
  const found = useMemo(() => wanted.map(({ path }) => findSource(shownPath(path), files)), [wanted, files])
  const key = useMemo(() => JSON.stringify(wanted), [wanted])
  const [read, setRead] = useState<{ readonly key: string; readonly texts: typeof NONE } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const readAll = async () => {
      const texts: (TextOfLines | undefined)[] = []
      for (const [at, { ranges }] of wanted.entries()) {
        const file = found[at]
        const result = file && (await askWorker('sourceText', [file, ranges]))
        if (!isCurrent) return
        texts.push(result?.ok ? result.value : undefined)
      }
      setRead({ key, texts })
    }
    void readAll()
    return () => {
      isCurrent = false
    }
  }, [wanted, found, key])
  const about = useMemo(() => {
    const built = dropped.find(({ name }) => name === opened.name)?.lastModified ?? Infinity
    const pathsOf = (isSo: (file: File | undefined) => boolean): readonly string[] => [
      ...new Set(wanted.flatMap(({ path }, at) => (isSo(found[at]) ? [path] : []))),
    ]
    return {
      missing: pathsOf((file) => file === undefined),
      newer: pathsOf((file) => file !== undefined && file.lastModified > built + SAME_TIME),
    }
  }, [wanted, found, dropped, opened.name])
  // Read again, because of other files or for calls, those before stay until the new ones are there.
  const texts = read?.key === key ? read.texts : NONE
  const ends = texts.flatMap((text, at) =>
    // What is shown behind a function's last line need not be there.
    text?.end != null && text.end < lastOf(wanted[at])
      ? [{ file: found[at]?.name ?? '', lines: text.end }]
      : [],
  )
  return { texts, isRead: read?.key === key, ends, ...about }
}

const lastOf = (wanted: WantedText | undefined): number => wanted?.last ?? 0

// What is to be said of lines before they are believed.

/** Of a saved profile. */
export const NOT_ALL_LINES = 'Saved were the lines that were sampled or that call.'
export const NO_CALLS_SAVED = 'Which of them calls what was not.'

/** Whole sentences. */
export function linesNotes(
  { unplaced }: Pick<FunctionLines, 'unplaced'>,
  { elsewhere }: Pick<CodeFacts, 'elsewhere'>,
  texts: Pick<Texts, 'missing' | 'ends' | 'newer'>,
): readonly string[] {
  const notes = [...textNotes(texts)]
  const samples = Math.round(unplaced)
  if (samples > 0) notes.push(`${formatSamples(samples)} of it ${areIn(samples)} code of no known line.`)
  const calls = elsewhere.reduce((sum, { count }) => sum + count, 0)
  if (calls > 0)
    notes.push(
      `${formatCounted(calls, 'call')} ${calls === 1 ? 'comes' : 'come'} from code of no known line.`,
    )
  return notes
}

/** Of the whole program; whole sentences. */
export function hotLinesNotes(unplaced: number, total: number): readonly string[] {
  const samples = Math.round(unplaced)
  if (samples === 0) return []
  return [
    `${formatCount(samples)} of ${formatSamples(Math.round(total))} ${areIn(samples)} code of no known line.`,
  ]
}

const areIn = (count: number): string => (count === 1 ? 'is in' : 'are in')

export function textNotes({
  missing,
  ends,
  newer,
}: Pick<Texts, 'missing' | 'ends' | 'newer'>): readonly string[] {
  const notes: string[] = []
  if (missing.length > 0)
    notes.push(
      `Without ${named(missing)} lines show without their text: drop ${missing.length === 1 ? 'it' : 'them'} on the page.`,
    )
  for (const { file, lines } of ends)
    notes.push(`${file} has only ${formatCounted(lines, 'line')}: the program was made of another version.`)
  if (newer.length > 0)
    notes.push(`${named(newer)} changed after the program was built: lines may have moved.`)
  return notes
}

const named = (paths: readonly string[]): string =>
  list([...new Set(paths.map((path) => fileOfPath(shownPath(path))))])
