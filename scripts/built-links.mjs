// Finds the files that a file of Vite's output loads, and when. Uses Vite's own parser.
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseAst } from 'vite'

/**
 * @typedef {{ imports: string[], lazy: string[], workers: string[], styles: Map<string, readonly string[]> }} Links
 *   paths from the folder; `styles`: the style sheets that Vite loads with a lazy part
 */

/**
 * Returns the files that a file loads.
 *
 * @param {string} folder
 * @param {string} file
 * @returns {Links}
 */
export function linksOf(folder, file) {
  /** @type {Links} */
  const links = { imports: [], lazy: [], workers: [], styles: new Map() }
  if (!file.endsWith('.js')) return links
  /**
   * Vite writes some paths relative to the file's folder, others relative to the page's.
   *
   * @param {string | null} name
   * @returns {string[]}
   */
  const locate = (name) =>
    [posix.join(posix.dirname(file), name ?? ''), posix.normalize(name ?? '')]
      .filter((path) => /\.(?:js|css)$/.test(path) && existsSync(join(folder, path)))
      .slice(0, 1)
  const nodes = [...walk(parseAst(readFileSync(join(folder, file), 'utf8')))]
  const preloads = findPreloadList(nodes)
  for (const node of nodes) {
    if (/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && node.source) {
      links.imports.push(...locate(textOf(node.source)))
    } else if (node.type === 'ImportExpression') {
      links.lazy.push(...locate(textOf(node.source)))
    } else if (node.type === 'NewExpression' && node.callee.name === 'URL') {
      links.workers.push(...locate(textOf(node.arguments[0])))
    } else if (isPreload(node)) {
      const [loading, { arguments: chosen }] = node.arguments
      const styles = chosen[0].elements
        .map((/** @type {any} */ element) => preloads[element.value] ?? '')
        .filter((/** @type {string} */ name) => name.endsWith('.css'))
        .flatMap(locate)
      const found = [...walk(loading)].find((one) => one.type === 'ImportExpression')
      for (const target of locate(textOf(found?.source))) links.styles.set(target, styles)
    }
  }
  return links
}

/**
 * Vite wraps `import()` as `preload(() => import(part), __vite__mapDeps([1, 2]))`. The numbers
 * index one list per file, `m.f = ['./a.js', './a.css', …]`; the style sheets in it appear nowhere
 * else.
 *
 * @param {any} node
 */
function isPreload(node) {
  return node.type === 'CallExpression' && node.arguments[1]?.callee?.name === '__vite__mapDeps'
}

/**
 * @param {readonly any[]} nodes
 * @returns {readonly (string | null)[]}
 */
function findPreloadList(nodes) {
  const list = nodes.find(
    ({ type, left, right }) =>
      type === 'AssignmentExpression' && left.property?.name === 'f' && right.type === 'ArrayExpression',
  )
  return list?.right.elements.map(textOf) ?? []
}

/**
 * Yields every node of a subtree, in no particular order.
 *
 * @param {any} root
 * @returns {Generator<any>}
 */
function* walk(root) {
  const pending = [root]
  while (pending.length > 0) {
    const node = pending.pop()
    if (node === null || typeof node !== 'object') continue
    if (typeof node.type === 'string') yield node
    for (const value of Object.values(node)) pending.push(value)
  }
}

/**
 * Returns the value of a string literal, in quotes or, as minifiers write it, in backquotes.
 *
 * @param {any} node
 * @returns {string | null}
 */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked
  return null
}
