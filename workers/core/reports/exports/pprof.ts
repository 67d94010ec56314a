// Export of estimated stacks to pprof's format, in protocol buffers' wire form, not yet
// compressed.
import { TextNumbers } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import {
  ESTIMATED,
  estimateNote,
  type Frame,
  framesOf,
  smallUnit,
  StackFrames,
  wholeUnits,
} from './frames.ts'
import { cycleNotes } from './cycle-notes.ts'
import type { EstimatedStacks } from './estimated-stacks.ts'

// Encoder of protocol buffers' wire form, as far as a profile needs it.
//
// Source: https://protobuf.dev/programming-guides/encoding/

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIRST_SIZE = 256
const SEVEN_BITS = 128

/**
 * Encodes one message of protocol buffers. Numbers are integers, not negative; beyond 2^53 they are as
 * exact as doubles. A `field` is a field number of the message.
 */
export class MessageWriter {
  #bytes = new Uint8Array(FIRST_SIZE)
  #length = 0

  /** Writes a number; omits 0, which readers assume for absent fields. */
  number(field: number, value: number): void {
    if (value === 0) return
    this.#varint(field * 8 + VARINT)
    this.#varint(value)
  }

  /** Writes a boolean; omits false. */
  flag(field: number, value: boolean): void {
    this.number(field, value ? 1 : 0)
  }

  /** Writes a repeated number; omits an empty list. */
  packed(field: number, values: readonly number[]): void {
    if (values.length === 0) return
    const inner = new MessageWriter()
    for (const value of values) inner.#varint(value)
    this.#delimited(field, inner.taken())
  }

  /** Writes a message inside this one, whose fields `fill` writes. */
  message(field: number, fill: (inner: MessageWriter) => void): void {
    const inner = new MessageWriter()
    fill(inner)
    this.#delimited(field, inner.taken())
  }

  /** Writes a text in UTF-8, even if it is empty: its position in a table counts. */
  text(field: number, text: string): void {
    this.#delimited(field, new TextEncoder().encode(text))
  }

  /** Number of encoded bytes since `taken` was last called. */
  get size(): number {
    return this.#length
  }

  /** Returns the encoded bytes and clears the writer. */
  taken(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #delimited(field: number, bytes: Uint8Array): void {
    this.#varint(field * 8 + LENGTH_DELIMITED)
    this.#varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Divides, because bit operations would truncate to 32 bits. */
  #varint(value: number): void {
    this.#reserve(10)
    let rest = value
    while (rest >= SEVEN_BITS) {
      const low = rest % SEVEN_BITS
      this.#bytes[this.#length++] = SEVEN_BITS + low
      rest = (rest - low) / SEVEN_BITS
    }
    this.#bytes[this.#length++] = rest
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

// Estimated stacks as a pprof profile, not yet compressed, for `go tool pprof` and other readers
// of profile.proto.
//
// Source: https://github.com/google/pprof/blob/main/proto/profile.proto (field numbers and
// meanings).

/** Field numbers of each message. */
const PROFILE = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  string: 6,
  periodType: 11,
  period: 12,
  comment: 13,
} as const
const VALUE_TYPE = { type: 1, unit: 2 } as const
const SAMPLE = { locations: 1, values: 2 } as const
const MAPPING = {
  id: 1,
  start: 2,
  limit: 3,
  filename: 5,
  hasFunctions: 7,
  hasFilenames: 8,
  hasLineNumbers: 9,
  hasInlineFrames: 10,
} as const
const LOCATION = { id: 1, mapping: 2, address: 3, line: 4 } as const
const LINE = { function: 1, line: 2 } as const
const FUNCTION = { id: 1, name: 2, systemName: 3, filename: 4, startLine: 5 } as const

const NANO = 1e9
/** The program is the only mapping. */
const PROGRAM = 1
/** Bytes buffered before they are written. */
const PIECE = 1 << 16

/**
 * Writes estimated stacks as a pprof profile (profile.proto), not compressed, in pieces. Functions and
 * locations have the same numbers, from 1: a frame of a function is its first instruction. The profile's
 * `rate` must not be 0.
 *
 * @param program name of the program's file, as text
 * @param write receives the pieces in order, before the function returns
 */
export function writePprof(
  stacks: EstimatedStacks,
  program: string,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
): void {
  const { analyzed, leaves } = stacks
  const { profile } = analyzed
  const frames = new StackFrames(stacks)
  const strings = new TextNumbers()
  // String 0 is the empty text.
  strings.of('')
  const out = new PieceWriter(write)
  const valueType = valueTypeOf(stacks, strings)

  out.message(PROFILE.sampleType, valueType)
  const weights = wholeUnits(
    Array.from(leaves, (leaf) => stacks.selfTicks[leaf]),
    NANO / profile.rate,
  )
  leaves.forEach((leaf, at) => {
    if (weights[at] === 0) return
    const locations = framesOf(stacks, frames, leaf).map((frame) => frame + 1)
    out.message(PROFILE.sample, (sample) => {
      sample.packed(SAMPLE.locations, locations.reverse())
      sample.packed(SAMPLE.values, [weights[at]])
    })
  })
  out.message(PROFILE.mapping, (mapping) => {
    const { functions } = profile
    const last = (functions.length - 1) as FunctionIndex
    mapping.number(MAPPING.id, PROGRAM)
    mapping.number(MAPPING.start, functions.length > 0 ? functions.address[0 as FunctionIndex] : 0)
    mapping.number(
      MAPPING.limit,
      functions.length > 0 ? Math.max(functions.last[last], functions.address[last]) + 1 : 1,
    )
    mapping.number(MAPPING.filename, strings.of(program))
    // The file is complete, so tools need not look for the program.
    for (const known of [MAPPING.hasFunctions, MAPPING.hasFilenames]) mapping.flag(known, true)
    for (const known of [MAPPING.hasLineNumbers, MAPPING.hasInlineFrames]) mapping.flag(known, true)
  })
  frames.list.forEach((frame, at) => {
    out.message(PROFILE.location, (location) => fillLocation(location, at + 1, frame))
    out.message(PROFILE.function, (entry) => fillFunction(entry, at + 1, frame, strings))
  })
  out.message(PROFILE.periodType, valueType)
  out.number(PROFILE.period, Math.round(NANO / profile.rate))
  const comments = [`${program}: ${ESTIMATED} (gmonscope)`, ...estimateNote(stacks), ...cycleNotes(analyzed)]
  out.packed(
    PROFILE.comment,
    comments.map((comment) => strings.of(comment)),
  )
  for (const text of strings.texts) out.text(PROFILE.string, text)
  out.end()
}

/** Time is named as pprof names processor time; any other dimension by the profile's own word. */
function valueTypeOf({ analyzed }: EstimatedStacks, strings: TextNumbers): (message: MessageWriter) => void {
  const { profile } = analyzed
  const isTime = profile.dimension === 'seconds'
  const type = strings.of(isTime ? 'cpu' : profile.dimension)
  const unit = strings.of(isTime ? 'nanoseconds' : smallUnit({ ...profile, rate: NANO }).name)
  return (message) => {
    message.number(VALUE_TYPE.type, type)
    message.number(VALUE_TYPE.unit, unit)
  }
}

function fillLocation(location: MessageWriter, id: number, frame: Frame): void {
  location.number(LOCATION.id, id)
  if (frame.address > 0) location.number(LOCATION.mapping, PROGRAM)
  location.number(LOCATION.address, frame.address)
  location.message(LOCATION.line, (line) => {
    line.number(LINE.function, id)
    line.number(LINE.line, frame.line)
  })
}

function fillFunction(entry: MessageWriter, id: number, frame: Frame, strings: TextNumbers): void {
  entry.number(FUNCTION.id, id)
  entry.number(FUNCTION.name, strings.of(frame.name))
  // If the system name equals the name, pprof takes a function for a C++ one not yet demangled
  // and removes what is in brackets. In a listing, `list<int>::add` and `list<char>::add` would
  // then become one.
  entry.number(FUNCTION.systemName, strings.of(frame.rawName === frame.name ? '' : frame.rawName))
  entry.number(FUNCTION.filename, strings.of(frame.file))
  entry.number(FUNCTION.startLine, frame.line)
}

/** The outermost message, written while it grows. */
class PieceWriter extends MessageWriter {
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(write: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#write = write
  }

  override message(field: number, fill: (inner: MessageWriter) => void): void {
    super.message(field, fill)
    if (this.size >= PIECE) this.end()
  }

  override text(field: number, text: string): void {
    super.text(field, text)
    if (this.size >= PIECE) this.end()
  }

  end(): void {
    if (this.size > 0) this.#write(this.taken())
  }
}
