/**
 * Reads the names gcj mangles: those of C++, in which characters that assemblers do not take are spelled `__U2e_`.
 */
import { lowerHexValue } from '../characters.ts'
import { EncodingParser } from '../itanium/encoding.ts'

/** Names are bytes; a character beyond stays spelled. */
const CHARACTERS = 256

const SPELLED = /__U([\da-fA-F]*)_/g

export class JavaParser extends EncodingParser {
  protected override sourceText(): string {
    const text = super.sourceText()
    return text.includes('__U') ? text.replace(SPELLED, character) : text
  }
}

function character(spelled: string, digits: string): string {
  let code = 0
  for (let at = 0; at < digits.length && code < CHARACTERS; at++) {
    code = code * 16 + lowerHexValue(digits.charCodeAt(at) | 32)
  }
  return code < CHARACTERS ? String.fromCharCode(code) : spelled
}
