// Source files → the figures of `npm run census`: how many files, how long, how many imports, who imports whom.
import { resolve, type SourceFile } from '../layer-rules.ts'

/** A source file with its text. */
export interface CountedFile extends SourceFile {
  readonly text: string
}

/** What is counted of one part of the tree. */
export interface Census {
  readonly files: number
  readonly lines: number
  readonly medianLines: number
  /** Imports, and exports from another file, per 1,000 lines; those of types included. */
  readonly importsPer1000: number
  /** Files that one single other file imports or starts as a worker. */
  readonly withOneImporter: number
  /** Files of at most `SHORT` lines. */
  readonly short: number
  /** Files that an `import()` names. */
  readonly dynamicTargets: number
}

const SHORT = 20

/** Counts the files under `folder`. Looks for their importers in all `files`. */
export function countFiles(files: readonly CountedFile[], folder: string): Census {
  const importers = new Map<string, Set<string>>()
  const dynamic = new Set<string>()
  for (const { path, references } of files) {
    for (const { target, kind } of references) {
      const to = resolve(path, target)
      if (to === null) continue
      importers.set(to, (importers.get(to) ?? new Set()).add(path))
      if (kind === 'dynamic') dynamic.add(to)
    }
  }
  const counted = files.filter(({ path }) => path.startsWith(`${folder}/`))
  const lengths = counted.map(({ text }) => countLines(text)).toSorted((one, other) => one - other)
  const lines = lengths.reduce((sum, length) => sum + length, 0)
  const imports = counted.flatMap(({ references }) => references.filter(({ kind }) => kind === 'static'))
  return {
    files: counted.length,
    lines,
    medianLines: lengths[lengths.length >> 1] ?? 0,
    importsPer1000: Math.round((1000 * imports.length) / Math.max(1, lines)),
    withOneImporter: counted.filter(({ path }) => importers.get(path)?.size === 1).length,
    short: lengths.filter((length) => length <= SHORT).length,
    dynamicTargets: counted.filter(({ path }) => dynamic.has(path)).length,
  }
}

/** Lines of a text, a last one without its line end included. */
export const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** First sentence of a file's comment at its top, or else of the first docstring; empty if it has neither. */
export function firstSentence(text: string): string {
  const [top = ''] = /^(?:\/\/.*\n)+/.exec(text) ?? []
  const [, doc = ''] = /\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  const words = (top || doc)
    .split('\n')
    .filter((line) => !line.startsWith('/// '))
    .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, '').trim())
    .join(' ')
    .trim()
  return /^.*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words
}
