// A long C++ or Rust name in three parts: where it belongs, what it is called there, and its parameters. Where there is
// too little room for all, the second is the one that tells functions apart.

export interface NameParts {
  /** "core::Buffer<int>" or "". */
  readonly scope: string
  /** "::insert": with the separator, so that all together are the name. */
  readonly own: string
  /** "(int) const" or "". */
  readonly parameters: string
}

const OPENING = '<([{'
const CLOSING = '>)]}'

export function nameParts(name: string): NameParts {
  let depth = 0
  let cut = 0
  let end = name.length
  for (let at = 0; at < name.length; at++) {
    const letter = name.charAt(at)
    if (name.startsWith('operator', at)) {
      // What follows may be <, ( or -> and closes nothing.
      const from = /^operator\s*(?:\(\)|[^\w\s(]+)?/.exec(name.slice(at))?.[0].length ?? 8
      at += from - 1
    } else if (name.startsWith('(anonymous namespace)', at)) at += '(anonymous namespace)'.length - 1
    else if (letter === '(' && depth === 0 && at > 0 && (cut === 0 || at > cut + 2)) {
      end = at
      break
    } else if (OPENING.includes(letter)) depth++
    else if (CLOSING.includes(letter)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && letter === ':' && name.charAt(at + 1) === ':') {
      cut = at
      at++
    }
  }
  return { scope: name.slice(0, cut), own: name.slice(cut, end), parameters: name.slice(end) }
}
