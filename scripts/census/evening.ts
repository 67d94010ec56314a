// Counts what an evening's reading asks of its reader: the files that docs/architecture.md lists, and what they import.
import { findReferences } from '../imports.ts'
import { resolve } from '../layer-rules.ts'
import { countLines } from './count.ts'

/** A file of the list, with the symbols of docs/equations.md that its comments name. */
export interface EveningFile {
  readonly path: string
  readonly symbols: readonly string[]
}

/** Returns the files of the page's first table, in order. */
export function listedFiles(page: string): readonly EveningFile[] {
  const [, section = ''] = page.split(/^## /m)
  return [...section.matchAll(/^\| `([^`]+\.ts)` +\|[^|]*\|(.*)\|$/gm)].map(
    ([, path = '', symbols = '']) => ({
      path,
      symbols: [...symbols.matchAll(/`([^`]+)`/g)].map(([, symbol = '']) => symbol),
    }),
  )
}

/** What a list of files has, and what it needs besides. */
export interface EveningCounts {
  readonly files: number
  readonly lines: number
  /** Files outside of the list that those on it import themselves, for types as well, with their lines. */
  readonly imported: readonly string[]
  readonly importedLines: number
  /** "path: symbol" where no comment of the file has the symbol. */
  readonly unnamed: readonly string[]
}

/** Counts a list. `read` returns the text of a file. */
export function countEvening(list: readonly EveningFile[], read: (path: string) => string): EveningCounts {
  const texts = list.map(({ path }) => read(path))
  const listed = new Set(list.map(({ path }) => path))
  const targets = list.flatMap(({ path }, at) =>
    findReferences(path, texts[at] ?? '').flatMap(({ target }) => resolve(path, target) ?? []),
  )
  const imported = [...new Set(targets)].filter((path) => !listed.has(path)).toSorted()
  return {
    files: list.length,
    lines: sum(texts),
    imported: imported.map((path) => `${path}: ${countLines(read(path))}`),
    importedLines: sum(imported.map(read)),
    unnamed: list.flatMap(({ path, symbols }, at) =>
      symbols.filter((symbol) => !isNamed(texts[at] ?? '', symbol)).map((symbol) => `${path}: ${symbol}`),
    ),
  }
}

const sum = (texts: readonly string[]): number => texts.reduce((lines, text) => lines + countLines(text), 0)

/** Whether the comments of a file have a symbol, be it across the end of a line. */
function isNamed(text: string, symbol: string): boolean {
  const comments = [...text.matchAll(/\/\/(.*)|\/\*\*([\s\S]*?)\*\//g)].map(([, line = '', doc = '']) =>
    `${line} ${doc}`.replaceAll(/\s*\n\s*\*?\s*/g, ' '),
  )
  const escaped = symbol.replaceAll(/[[\](){}.*+?^$|\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\w→])${escaped}(?![\w→])`).test(comments.join(' '))
}
