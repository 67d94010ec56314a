// Documents → the relative links in them that lead to no file beside them.
import { posix } from 'node:path'

/** What a link or a picture leads to, in Markdown and in HTML. */
const TARGET = /\]\(\s*<?([^\s)>]+)|\b(?:href|src)="([^"]+)"/g
/** An address elsewhere, or a place in the same document. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i
const CODE = /^(`{3,}).*?^\1|`[^`\n]+`/gms

/**
 * Answers "path: target" for each.
 *
 * @param {ReadonlyMap<string, string>} texts by path from the root
 * @param {readonly string[]} paths all files there are
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
