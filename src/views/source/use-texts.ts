// The text of lines, read from source files that were dropped or chosen.
import { useEffect, useMemo, useState } from 'react'
import { useStore } from '../../state/store.ts'
import { workers } from '../../state/worker/connection.ts'
import type { LineRange, ProfileView, TextOfLines } from '../../../workers/api/contract.ts'
import { filesByName, findSource, shownPath } from '../../../workers/core/reports/find-source.ts'

/** The lines of one file whose text is needed. */
export interface WantedText {
  /** Path; a binary string. */
  readonly path: string
  readonly ranges: readonly LineRange[]
  /** The last line with code. */
  readonly last: number
}

/** The text of lines, and the problems with their files. */
export interface Texts {
  /**
   * By index of the request; undefined if no such file is available, or it has not been read yet.
   */
  readonly texts: readonly (TextOfLines | undefined)[]
  /** Whether all available texts have been read. */
  readonly isRead: boolean
  /** Paths without an available file. */
  readonly missing: readonly string[]
  /** Files that end before a line that has code. */
  readonly ends: readonly { readonly file: string; readonly lines: number }[]
  /** Paths whose file was changed after the program was built. */
  readonly newer: readonly string[]
}

/** Milliseconds: unpacking or copying can round a file's time. */
const SAME_TIME = 2000

const NONE: readonly (TextOfLines | undefined)[] = []

/** Returns the text of lines from dropped and added source files, read asynchronously. */
export function useTexts(opened: ProfileView, wanted: readonly WantedText[]): Texts {
  const dropped = useStore(({ files }) => files)
  const later = useStore(({ ui }) => ui.sourceFiles)
  // A file added last was chosen for this program.
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
        const result = file && (await workers.ask('sourceText', [file, ranges]))
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
  // When read again, because of other files or for calls, the previous texts stay until the new
  // ones are ready.
  const texts = read?.key === key ? read.texts : NONE
  const ends = texts.flatMap((text, at) =>
    // The context after a function's last line may be missing.
    text?.end != null && text.end < lastOf(wanted[at])
      ? [{ file: found[at]?.name ?? '', lines: text.end }]
      : [],
  )
  return { texts, isRead: read?.key === key, ends, ...about }
}

const lastOf = (wanted: WantedText | undefined): number => wanted?.last ?? 0
