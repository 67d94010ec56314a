// Counts for `npm run census`: files, lines, imports, importers, and banned words in comments.
import { resolve, type SourceFile } from '../layer-rules.ts'
import { commentIn, findPrivateLanguage } from '../private-language.mjs'

/** A source file with its text. */
export interface CountedFile extends SourceFile {
  readonly text: string
}

/** The counts for one part of the tree. */
export interface Census {
  readonly files: number
  readonly lines: number
  readonly medianLines: number
  /** Imports, and exports from another file, per 1,000 lines; type imports included. */
  readonly importsPer1000: number
  /** Files that exactly one file imports or starts as a worker. */
  readonly withOneImporter: number
  /** Files of at most `SHORT` lines. */
  readonly short: number
  /** Files that are the target of an `import()`. */
  readonly dynamicTargets: number
  /** Banned words per 10,000 words of comments, see private-language.mjs. */
  readonly bannedPer10000: number
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
    bannedPer10000: bannedPer10000(counted),
  }
}

function bannedPer10000(files: readonly CountedFile[]): number {
  const comments = files.flatMap(({ text }) => text.split('\n').flatMap((line) => commentIn(line) ?? []))
  const words = comments.reduce((sum, line) => sum + (line.match(/[a-z]+/gi) ?? []).length, 0)
  const banned = comments.reduce((sum, line) => sum + findPrivateLanguage(line).length, 0)
  return Math.round((10_000 * banned) / Math.max(1, words))
}

/** Returns the number of lines, including a last one without a line end. */
export const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/**
 * Returns the first sentence of the comment at a file's top, or of its first docstring; empty if it
 * has neither.
 */
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
