// Finds words of a private language in prose: riddles such as "it tells" or "nobody" in place of
// the field's words. `npm run census` counts them, and hygiene rejects them.

/** The banned words and phrases. */
const PRIVATE_LANGUAGE =
  /\b(?:tells?|told|telling|bears?|bearing|bore|stands?|standing|stood|left behind|leaves? behind|anew|whoever|nobody|likewise|to and fro|of no good|a word on|what is known of|as above|the one below)\b/gi

/** A line that is a comment, or part of a docstring or a CSS comment. */
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*(?!\/)|\{\/\*)/

/** Code quoted in prose. */
const QUOTED = /`[^`]*`/g

/**
 * Returns the banned words in a text, in order. Ignores code in backquotes.
 *
 * @param {string} prose
 * @returns {string[]}
 */
export function findPrivateLanguage(prose) {
  return prose.replaceAll(QUOTED, '').match(PRIVATE_LANGUAGE) ?? []
}

/**
 * Returns the comment in a line of TypeScript, JavaScript or CSS, or null. A comment after code
 * counts if it begins with ` // `.
 *
 * @param {string} line
 * @returns {string | null}
 */
export function commentIn(line) {
  if (COMMENT_LINE.test(line)) return line
  return /(?:^|[;,{})\]]) +\/\/ (.*)$/.exec(line)?.[1] ?? null
}
