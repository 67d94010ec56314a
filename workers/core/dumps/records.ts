// Intel hex and Motorola's S-records → bytes. Each record has its address and a checksum; an end is marked.
import type { DumpBytes } from './dump-bytes.ts'
import {
  isMarked,
  TELLING,
  type Dump,
  type DumpDamage,
  type DumpReader,
  type DumpRules,
  type EndedDump,
} from './dump.ts'
import { gapWords } from './gap-words.ts'
import { firstInk } from './hex-row.ts'
import type { LinePiece } from './line-pieces.ts'
import type { ParsedRecord, RecordForm } from './record-forms.ts'

export class RecordReader implements DumpReader {
  readonly #form: RecordForm
  readonly #rules: DumpRules
  #out: DumpBytes
  /** Before enough has come to tell; a beginning; none, up to the next end. */
  #state: 'telling' | 'open' | 'refused' = 'telling'
  #start = 0
  #base = 0
  #records = 0
  /** So many have come as should; the end is no longer missed. */
  #isCounted = false
  /** The first record could not be read. */
  #headless = false
  /** The first line since the last record that begins as one and is none. */
  #unread: number | null = null
  #last = 0
  #damage: DumpDamage | null = null

  constructor(form: RecordForm, rules: DumpRules) {
    this.#form = form
    this.#rules = rules
    this.#out = rules.newBytes()
  }

  take(piece: LinePiece): 'nothing' | 'open' | EndedDump {
    const { text, line } = piece
    const { mark, begins } = this.#form
    const isRecord = text[firstInk(text)] === mark && begins.test(text) && !piece.continues && !piece.goesOn
    if (!isRecord) return this.#answer()
    const record = this.#form.parse(text.trim())
    this.#last = line
    if (record.kind === 'end') return this.#atEnd(record, line)
    if (this.#state === 'refused' || this.#damage) return this.#answer()
    switch (record.kind) {
      case 'damaged':
        this.#takeDamaged(line, record.why)
        break
      case 'base':
        this.#base = record.base
        break
      case 'count':
        this.#isCounted = record.count === this.#records
        if (!this.#isCounted)
          this.#tell(line, 'length', `${this.#records} records, where it says ${record.count}`)
        break
      case 'data':
        this.#takeData(this.#base + record.address, record.bytes, line)
    }
    if (this.#damage || this.#out.size >= TELLING) this.#decide()
    return this.#answer()
  }

  end(): Dump | null {
    this.#decide()
    if (this.#state !== 'open') return null
    if (!this.#damage && !this.#isCounted)
      this.#tell(this.#unread ?? this.#last, this.#unread === null ? 'end' : 'unreadable')
    return this.#close()
  }

  /** What is no record at all may be a message between two. */
  #takeDamaged(line: number, why: 'checksum' | 'unreadable'): void {
    if (this.#out.size === 0) {
      this.#headless = true
      return
    }
    if (why === 'checksum') this.#tell(line, why)
    else this.#unread ??= line
  }

  #answer(): 'nothing' | 'open' {
    return this.#state === 'open' ? 'open' : 'nothing'
  }

  #atEnd(record: ParsedRecord & { readonly kind: 'end' }, line: number): 'nothing' | EndedDump {
    if (!this.#damage && this.#unread !== null) this.#tell(this.#unread, 'unreadable')
    else if (!record.isWhole && !this.#damage) this.#tell(line, 'checksum')
    this.#decide()
    const isOpen = this.#state === 'open'
    const dump = this.#close()
    return isOpen ? { dump, after: [] } : 'nothing'
  }

  #takeData(address: number, bytes: Uint8Array, line: number): void {
    if (this.#out.size === 0) this.#start = address
    const expected = this.#start + this.#out.size
    this.#records++
    if (address === expected) this.#out.append(bytes)
    else if (this.#unread !== null) this.#tell(this.#unread, 'unreadable')
    else this.#tell(line, 'gap', gapWords(hex(expected), hex(address - 1), hex(address), address > expected))
    this.#unread = null
  }

  #tell(line: number, why: DumpDamage['why'], what = ''): void {
    this.#damage = { line, why, what }
  }

  #decide(): void {
    if (this.#state !== 'telling' || this.#out.size === 0) return
    const start = this.#out.start(TELLING)
    const isBeginning = this.#rules.isBeginning(start, this.#rules.largest)
    this.#state = isBeginning && (isMarked(start) || !this.#headless) ? 'open' : 'refused'
  }

  #close(): Dump {
    const { size } = this.#out
    const dump = { form: this.#form.name, pieces: this.#out.pieces(), size, damage: this.#damage, spare: 0 }
    this.#out = this.#rules.newBytes()
    this.#state = 'telling'
    this.#damage = null
    this.#base = 0
    this.#records = 0
    this.#isCounted = false
    this.#headless = false
    this.#unread = null
    return dump
  }
}

const hex = (address: number): string => address.toString(16).padStart(8, '0')
