/** Characters that assemblers do not take, as gcj spells them: `__U2e_` is a dot. */
import { lowerHexValue } from '../characters.ts'

/** Names are bytes; a character beyond stays spelled. */
const CHARACTERS = 256

const SPELLED = /__U([\da-fA-F]*)_/g

export function spelledOut(text: string): string {
  return text.includes('__U') ? text.replace(SPELLED, character) : text
}

function character(spelled: string, digits: string): string {
  let code = 0
  for (let at = 0; at < digits.length && code < CHARACTERS; at++) {
    code = code * 16 + lowerHexValue(digits.charCodeAt(at) | 32)
  }
  return code < CHARACTERS ? String.fromCharCode(code) : spelled
}
