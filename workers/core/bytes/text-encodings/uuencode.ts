// uuencode to bytes: "begin 644 name", lines that begin with their byte count, "end". Source:
// POSIX, uuencode, "Traditional Algorithm".
import {
  DECIDING_BYTES,
  type Dump,
  type DumpBytes,
  type DumpDamage,
  type DumpReader,
  type DumpRules,
  type EndedDump,
} from './dump.ts'
import type { LinePiece } from './line-pieces.ts'

const BEGIN = /^begin [0-7]{3,4} \S/

/** Reads uuencoded files. */
export class UuencodeReader implements DumpReader {
  readonly #rules: DumpRules
  #out: DumpBytes | null = null
  #isOpen = false
  #damage: DumpDamage | null = null
  /** Whether blanks encode 0: then trailing ones may have been lost. */
  #hasBlanks = false
  #last = 0

  constructor(rules: DumpRules) {
    this.#rules = rules
  }

  /** Takes a line; see DumpReader. */
  take({ text, line, continues, goesOn }: LinePiece): 'nothing' | 'open' | EndedDump {
    if (continues || goesOn) return this.#answer()
    if (!this.#isOpen && BEGIN.test(text)) {
      this.#out = this.#rules.newBytes()
      this.#damage = null
      this.#hasBlanks = false
      return 'nothing'
    }
    if (this.#out === null) return 'nothing'
    this.#last = line
    if (text.trim() === 'end') return this.#atEnd()
    if (!this.#damage) this.#takeRow(text, line, this.#out)
    if (this.#damage || this.#out.size >= DECIDING_BYTES) this.#decide(this.#out)
    return this.#answer()
  }

  /** Ends the text; see DumpReader. */
  end(): Dump | null {
    if (this.#out) this.#decide(this.#out)
    if (!this.#isOpen) return null
    this.#damage ??= { line: this.#last, why: 'end', what: '' }
    return this.#close()
  }

  #answer(): 'nothing' | 'open' {
    return this.#isOpen ? 'open' : 'nothing'
  }

  #atEnd(): 'nothing' | EndedDump {
    if (this.#out) this.#decide(this.#out)
    if (this.#isOpen) return { dump: this.#close(), after: [] }
    this.#out = null
    return 'nothing'
  }

  #takeRow(text: string, line: number, out: DumpBytes): void {
    const size = text === '' ? 0 : valueAt(text, 0)
    const digits = Math.ceil(size / 3) * 4
    this.#hasBlanks ||= text.includes(' ')
    const isShort = text.length - 1 < digits
    if (size < 0 || (isShort && !this.#hasBlanks) || text.trimEnd().length > digits + 1) {
      this.#damage = { line, why: 'unreadable', what: '' }
      return
    }
    const bytes = new Uint8Array(Math.ceil(size / 3) * 3)
    for (let at = 0; at < digits; at += 4) {
      let bits = 0
      for (let digit = at + 1; digit <= at + 4; digit++) {
        const value = digit < text.length ? valueAt(text, digit) : 0
        if (value < 0) this.#damage = { line, why: 'unreadable', what: '' }
        bits = (bits << 6) | value
      }
      const filled = (at / 4) * 3
      bytes[filled] = bits >> 16
      bytes[filled + 1] = bits >> 8
      bytes[filled + 2] = bits
    }
    if (!this.#damage) out.append(bytes.subarray(0, size))
  }

  /** Rejects data that does not begin like a profile. */
  #decide(out: DumpBytes): void {
    if (this.#isOpen) return
    this.#isOpen = this.#rules.isBeginning(out.start(DECIDING_BYTES), this.#rules.largest)
    if (!this.#isOpen) this.#out = null
  }

  #close(): Dump | null {
    const out = this.#out
    const damage = this.#damage
    this.#out = null
    this.#isOpen = false
    this.#damage = null
    return out && { form: 'uuencode', pieces: out.pieces(), size: out.size, damage, spare: 0 }
  }
}

/** Returns the value of a digit; −1 for other characters. */
function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 32 && code <= 96 ? (code - 32) & 63 : -1
}
