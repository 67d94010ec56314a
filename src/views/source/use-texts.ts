// The text of lines, from source files that are at hand: among those that were dropped, or came later.
import { useEffect, useMemo, useState } from 'react'
import type { LineRange, ProfileView, TextOfLines } from '../../../workers/api/contract.ts'
import { filesByName, findSource, shownPath } from '../../../workers/core/reports/lines/find-source.ts'
import { useStore } from '../../state/store.ts'
import { askWorker } from '../../state/worker/service.ts'

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
