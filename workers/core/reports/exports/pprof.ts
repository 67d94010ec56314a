// Export of estimated stacks to pprof's format, in protocol buffers' wire form, not yet
// compressed.
import { TextNumbers } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { ESTIMATED, estimateNote, type Frame, framesOf, StackFrames } from './frames.ts'
import { smallUnit, wholeUnits } from './cost-unit.ts'
import { cycleNotes } from './cycle-notes.ts'
import type { EstimatedStacks } from './estimated-stacks.ts'
import { MessageWriter } from './message-writer.ts'

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
