// Finds relative links in documents that lead to no file.
import { posix } from 'node:path'

/** The target of a link or an image, in Markdown and in HTML. */
const TARGET = /\]\(\s*<?([^\s)>]+)|\b(?:href|src)="([^"]+)"/g
/** An address elsewhere, or an anchor in the same document. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i
const CODE = /^(`{3,}).*?^\1|`[^`\n]+`/gms

/**
 * Returns "path: target" for each broken link.
 *
 * @param {ReadonlyMap<string, string>} texts by path from the root
 * @param {readonly string[]} paths of all files
 * @returns {readonly string[]}
 */
export function findBrokenLinks(texts, paths) {
  const there = new Set(paths)
  return [...texts].flatMap(([path, text]) =>
    [...text.replaceAll(CODE, '').matchAll(TARGET)]
      .map(([, markdown, html]) => markdown ?? html ?? '')
      .filter((target) => !ELSEWHERE.test(target))
      .filter((target) => !there.has(posix.join(posix.dirname(path), target.replace(/[?#].*/, ''))))
      .map((target) => `${path}: ${target}`),
  )
}
