// Measures the compressed download sizes: the first load of the page, each lazy part, each worker,
// the one HTML file, and all files cached for offline use. No file counts twice, except code that a
// worker shares with the page, which the worker loads separately. Alone: node scripts/sizes.mjs
// [folder]
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { linksOf } from './built-links.mjs'
import { ROOT, Refusal, isProgram } from './child.mjs'

/**
 * Thousands of bytes: the first load should be fast, and the one file is sent by e-mail. Other
 * parts have no budget (decision 5).
 *
 * @type {Readonly<Partial<Record<Part['kind'], number>>>}
 */
const BUDGETS = { first: 150, 'one file': 600 }

/**
 * @typedef {{ kind: 'first' | 'lazy' | 'shared' | 'worker' | 'one file' | 'offline', name: string, files: readonly
 *   string[] }} Part
 */

/**
 * Returns the parts of a build. A lazy part does not count what the first load includes, nor what
 * several parts share, which is a part of its own.
 *
 * @param {string} folder
 * @returns {readonly Part[]}
 */
function findParts(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const roots = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => posix.normalize(path),
  )
  const first = withImports(folder, roots)
  /** @type {Part[]} */
  const parts = [{ kind: 'first', name: 'first load', files: ['index.html', ...first] }]
  const known = new Set(first)
  /**
   * What is loaded before a file runs: the first load and its own part on the page, a worker's own
   * code in that worker.
   */
  const before = new Map(first.map((file) => [file, first]))
  /** @type {Set<string>} */
  const entries = new Set()
  // A list that grows during iteration: lazy parts may load further ones.
  const reached = [...first]
  for (const file of reached) {
    const links = linksOf(folder, file)
    for (const [kind, targets] of /** @type {const} */ ([
      ['lazy', links.lazy],
      ['worker', links.workers],
    ])) {
      for (const target of targets) {
        if (kind === 'worker') entries.add(target)
        if (known.has(target)) continue
        const had = kind === 'worker' ? [] : (before.get(file) ?? first)
        const starts = [target, ...(links.styles.get(target) ?? [])]
        const files = withImports(folder, starts).filter((one) => !had.includes(one))
        parts.push({ kind, name: target, files })
        for (const one of files) {
          known.add(one)
          // Code of several parts can rely only on what all of them have loaded.
          const here = kind === 'worker' ? files : [...had, ...files]
          before.set(one, before.get(one)?.filter((other) => here.includes(other)) ?? here)
        }
        reached.push(...files)
      }
    }
  }
  for (const file of known) {
    const entry = linksOf(folder, file).imports.find((one) => entries.has(one))
    if (entry !== undefined)
      throw new Refusal(`${file} imports ${entry}, which a worker starts with: WebKit runs it twice`)
  }
  const lost = listCode(folder).filter((file) => !known.has(file))
  if (lost.length > 0) throw new Refusal(`Built, and loaded by nothing: ${lost.join(', ')}`)
  return setShareApart(parts)
}

/**
 * Separates the code that several parts share.
 *
 * @param {readonly Part[]} parts
 * @returns {readonly Part[]}
 */
function setShareApart(parts) {
  const lazy = parts.filter(({ kind }) => kind === 'lazy').flatMap(({ files }) => files)
  const shared = new Set(lazy.filter((file, index) => lazy.indexOf(file) !== index))
  if (shared.size === 0) return parts
  const own = parts.map((part) =>
    part.kind === 'lazy' ? { ...part, files: part.files.filter((file) => !shared.has(file)) } : part,
  )
  return [...own, { kind: 'shared', name: 'shared by several', files: [...shared] }]
}

/**
 * @param {string} folder
 * @param {readonly string[]} roots
 */
function withImports(folder, roots) {
  const found = new Set(roots)
  // A set can be extended during iteration.
  for (const file of found) for (const one of linksOf(folder, file).imports) found.add(one)
  return [...found]
}

/** @param {string} folder */
function listCode(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.startsWith('assets/') && /\.(?:js|css)$/.test(path))
}

/**
 * Returns the files that count as a whole, although the same code is in the parts.
 *
 * @param {string} folder
 * @returns {readonly Part[]}
 */
function wholes(folder) {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = all.filter((path) => statSync(join(folder, path)).isFile())
  return [
    { kind: 'one file', name: 'gmonscope.html', files: ['gmonscope.html'] },
    { kind: 'offline', name: 'all that is kept', files },
  ]
}

/** @param {string} folder */
function report(folder) {
  const rows = [...findParts(folder), ...wholes(folder)].map(({ kind, name, files }) => {
    const bytes = files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
      0,
    )
    return { kind, name, kilobytes: bytes / 1000, budget: BUDGETS[kind] }
  })
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(`${'part'.padEnd(width)}  kind      kB gzip  budget`)
  for (const { kind, name, kilobytes, budget } of rows) {
    const over = budget !== undefined && kilobytes > budget ? '  TOO BIG' : ''
    console.log(
      `${name.padEnd(width)}  ${kind.padEnd(8)}  ${kilobytes.toFixed(1).padStart(7)}  ${String(budget ?? '').padStart(6)}${over}`,
    )
  }
  return rows.every(({ kilobytes, budget }) => budget === undefined || kilobytes <= budget)
}

if (isProgram(import.meta.url)) {
  const folder = resolve(ROOT, process.argv[2] ?? 'dist/page')
  try {
    if (!existsSync(join(folder, 'index.html'))) throw new Refusal(`${folder} holds no page; build it first.`)
    process.exitCode = report(folder) ? 0 : 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
