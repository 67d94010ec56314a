// What a visitor downloads, compressed: the first load of the page, each part loaded later, each worker. Budgets as data.
// Alone: node scripts/sizes.mjs [folder]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { ROOT, Refusal, isProgram } from './child.mjs'

/**
 * Thousands of bytes, each part with everything it brings along. Raising one is a decision with a page.
 *
 * @type {Readonly<Record<Part['kind'], number>>}
 */
const BUDGETS = { first: 110, lazy: 40, worker: 60 }

/**
 * @typedef {{ kind: 'first' | 'lazy' | 'worker', name: string, files: readonly string[] }} Part
 * @typedef {{ imports: readonly string[], lazy: readonly string[], workers: readonly string[], assets: readonly string[] }} Links
 */

/**
 * The parts of a build. A part that is loaded later counts without what the first load has brought already.
 *
 * @param {string} folder
 * @returns {readonly Part[]}
 */
export function findParts(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const roots = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => posix.normalize(path),
  )
  const first = withImports(folder, roots)
  /** @type {Part[]} */
  const parts = [{ kind: 'first', name: 'first load', files: ['index.html', ...first] }]
  const known = new Set(first)
  // A list that grows while it is walked: what is loaded later may load more.
  const reached = [...first]
  for (const file of reached) {
    const links = linksOf(folder, file)
    for (const [kind, targets] of /** @type {const} */ ([
      ['lazy', links.lazy],
      ['worker', links.workers],
    ])) {
      for (const target of targets) {
        if (known.has(target)) continue
        const had = kind === 'worker' ? [] : first
        const files = withImports(folder, [target, ...stylesOf(target, links.assets)]).filter(
          (one) => !had.includes(one),
        )
        parts.push({ kind, name: target, files })
        for (const one of files) known.add(one)
        reached.push(...files)
      }
    }
  }
  const lost = listCode(folder).filter((file) => !known.has(file))
  if (lost.length > 0) throw new Refusal(`Built, and loaded by nothing: ${lost.join(', ')}`)
  return parts
}

/**
 * @param {string} folder
 * @param {readonly string[]} roots
 */
function withImports(folder, roots) {
  const found = new Set(roots)
  // A set takes additions while it is walked.
  for (const file of found) for (const one of linksOf(folder, file).imports) found.add(one)
  return [...found]
}

/**
 * What a built file refers to, as paths from the folder.
 *
 * @param {string} folder
 * @param {string} file
 * @returns {Links}
 */
function linksOf(folder, file) {
  /** @type {{ imports: string[], lazy: string[], workers: string[], assets: string[] }} */
  const links = { imports: [], lazy: [], workers: [], assets: [] }
  if (!file.endsWith('.js')) return links
  /**
   * Vite gives some names from the file's own folder, some from the page's.
   *
   * @param {string | null} name
   * @returns {string[]}
   */
  const locate = (name) =>
    [posix.join(posix.dirname(file), name ?? ''), posix.normalize(name ?? '')]
      .filter((path) => /\.(?:js|css)$/.test(path) && existsSync(join(folder, path)))
      .slice(0, 1)
  /** @type {any[]} */
  const pending = [parseAst(readFileSync(join(folder, file), 'utf8'))]
  while (pending.length > 0) {
    const node = pending.pop()
    if (node === null || typeof node !== 'object') continue
    pending.push(...Object.values(node))
    const text = textOf(node)
    if (/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && node.source) {
      links.imports.push(...locate(textOf(node.source)))
    } else if (node.type === 'ImportExpression') {
      links.lazy.push(...locate(textOf(node.source)))
    } else if (node.type === 'NewExpression' && node.callee.name === 'URL') {
      links.workers.push(...locate(textOf(node.arguments[0])))
    } else if (text?.endsWith('.css')) {
      links.assets.push(...locate(text))
    }
  }
  return links
}

/**
 * The text that a node is, be it in quotes or, as the minifier likes it, in backquotes.
 *
 * @param {any} node
 * @returns {string | null}
 */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked
  return null
}

/**
 * A chunk's style sheet stands in the list of those that load it, under the chunk's own name with another hash.
 *
 * @param {string} chunk
 * @param {readonly string[]} assets
 */
function stylesOf(chunk, assets) {
  return assets.filter((asset) => stem(asset) === stem(chunk))
}

/** @param {string} file */
function stem(file) {
  return posix.basename(file).replace(/-[\w-]{8}\.\w+$/, '')
}

/** @param {string} folder */
function listCode(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.startsWith('assets/') && /\.(?:js|css)$/.test(path))
}

/** @param {string} folder */
function report(folder) {
  const rows = findParts(folder).map(({ kind, name, files }) => {
    const bytes = files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
      0,
    )
    return { kind, name, kilobytes: bytes / 1000, budget: BUDGETS[kind] }
  })
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(`${'part'.padEnd(width)}  kind     kB gzip  budget`)
  for (const { kind, name, kilobytes, budget } of rows) {
    const over = kilobytes > budget ? '  TOO BIG' : ''
    console.log(
      `${name.padEnd(width)}  ${kind.padEnd(6)}  ${kilobytes.toFixed(1).padStart(8)}  ${String(budget).padStart(6)}${over}`,
    )
  }
  return rows.every(({ kilobytes, budget }) => kilobytes <= budget)
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
