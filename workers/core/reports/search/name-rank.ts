// How well a name matches words: the function’s own name counts more than its class, its class more than
// arguments.

/** Ranks of a word: the whole own name, the start of one of its words, inside it, its scopes, elsewhere. */
const WHOLE = 0
const BEGINS = 1
const INSIDE = 2
const IN_SCOPE = 4
const ELSEWHERE = 8
const WORST = 255

/** A range of bytes. */
interface ByteRange {
  from: number
  to: number
}

/**
 * Returns the sum of the words' ranks in a readable name, at most 255; 0 is best. A word ranks best as the
 * whole own name, then at the start of one of its words, inside it, in its scopes, elsewhere.
 *
 * @param bytes has the name from `from` on, up to `to`
 * @param words in lower case, as UTF-8
 */
export function rankOfName(
  bytes: Uint8Array,
  from: number,
  to: number,
  words: readonly Uint8Array[],
): number {
  const own = ownPart(bytes, from, to)
  let rank = 0
  for (const word of words) {
    const at = placeOf(word, bytes, own.from, own.to)
    if (at < 0) rank += isInScopes(word, bytes, from, own.from) ? IN_SCOPE : ELSEWHERE
    else if (word.length === own.to - own.from) rank += WHOLE
    else rank += beginsWord(bytes, from, at) ? BEGINS : INSIDE
  }
  return Math.min(WORST, rank)
}

/** Returns the end of `operator()`, `operator!=` or `operator bool` at a place. */
function operatorEnd(bytes: Uint8Array, at: number, end: number): number {
  if (isWordAt(CALL_OPERATOR, bytes, at)) return at + CALL_OPERATOR.length
  let to = at + OPERATOR.length
  const isSign = bytes[to] !== SPACE
  const isAngle = bytes[to] === ANGLE || bytes[to] === ANGLE_END
  // A bracket is a part of the sign if the sign begins with one or is an arrow.
  const isOver = (letter: number): boolean =>
    letter === ROUND ||
    (isSign && letter === SPACE) ||
    (isSign && !isAngle && letter === ANGLE) ||
    (isAngle && to > at + OPERATOR.length + 2)
  while (to < end && !isOver(bytes[to])) to++
  return to
}

/** Returns where a word begins in a range, whatever the case of ASCII letters; -1 if it is not there. */
function placeOf(word: Uint8Array, bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at + word.length <= to; at++) if (isWordAt(word, bytes, at)) return at
  return -1
}

function isWordAt(word: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let letter = 0; letter < word.length; letter++) {
    if (lowerCase(bytes[at + letter]) !== word[letter]) return false
  }
  return true
}

/** Whether a word begins in the scopes, outside their template arguments. */
function isInScopes(word: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  let depth = 0
  for (let at = from; at + word.length <= to; at++) {
    if (depth === 0 && isWordAt(word, bytes, at)) return true
    if (bytes[at] === ANGLE) depth++
    else if (bytes[at] === ANGLE_END && depth > 0) depth--
  }
  return false
}

const isUpper = (letter: number): boolean => letter >= 65 && letter <= 90
const lowerCase = (letter: number): number => (isUpper(letter) ? letter + 32 : letter)
const isAlphanumeric = (letter: number): boolean =>
  (lowerCase(letter) >= 97 && lowerCase(letter) <= 122) || (letter >= 48 && letter <= 57)

/** Whether a word begins here: "push_back", "pushBack", "::push". */
function beginsWord(bytes: Uint8Array, from: number, at: number): boolean {
  if (at === from || !isAlphanumeric(bytes[at - 1])) return true
  return isUpper(bytes[at]) && !isUpper(bytes[at - 1])
}

const ANGLE = 60
const ANGLE_END = 62
const ROUND = 40
const SQUARE = 91
const COLON = 58
const SPACE = 32
const MINUS = 45
const LETTER_O = 111
export const UNDERSCORE = 95
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const OPERATOR = bytesOf('operator')
const CALL_OPERATOR = bytesOf('operator()')
const ANONYMOUS = bytesOf('(anonymous namespace)')
const FORTRAN_MODULE = bytesOf('_mod_')

/** Reused: a search asks for hundreds of thousands. */
const own: ByteRange = { from: 0, to: 0 }

/** Returns the range of a function's own name, without scopes and arguments, until the next call. */
function ownPart(bytes: Uint8Array, start: number, end: number): Readonly<ByteRange> {
  let depth = 0
  let from = start
  /** The start of the own template arguments; -1 without any. */
  let types = -1
  let to = end
  for (let at = start; at < end; at++) {
    const letter = bytes[at]
    if (letter === ANGLE) {
      if (depth++ === 0 && types < 0) types = at
    } else if (letter === ANGLE_END) {
      if (depth > 0 && bytes[at - 1] !== MINUS) depth--
    } else if (depth > 0) continue
    else if (letter === COLON && bytes[at + 1] === COLON) {
      from = ++at + 1
      types = -1
    } else if (letter === SPACE && bytes[at + 1] !== SQUARE) {
      // What is in front is a return type.
      from = at + 1
      types = -1
    } else if (letter === LETTER_O && at === from && isWordAt(OPERATOR, bytes, at)) {
      to = operatorEnd(bytes, at, end)
      types = -1
      break
    } else if (letter === ROUND) {
      if (isWordAt(ANONYMOUS, bytes, at)) at += ANONYMOUS.length - 1
      else {
        to = at
        break
      }
    }
  }
  if (bytes[start] === UNDERSCORE && from === start) {
    const module = placeOf(FORTRAN_MODULE, bytes, start, to)
    if (module > 0) from = module + FORTRAN_MODULE.length
  }
  own.from = from
  own.to = types < 0 ? to : types
  return own
}
