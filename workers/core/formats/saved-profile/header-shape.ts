// The shape of a saved profile’s header: it checks the header, its JSON schema is made of it.
import {
  anything,
  binary,
  bool,
  count,
  listOf,
  num,
  oneOf,
  orNull,
  record,
  type Shape,
  ShapeError,
  since,
  text,
} from '../../base/shape.ts'
import { ENCODINGS } from './columns.ts'
import {
  FORMAT,
  LARGEST,
  MOST_ARCS,
  MOST_FUNCTIONS,
  type SavedArcName,
  type SavedColumn,
  type SavedFacts,
  type SavedFile,
  type SavedHeader,
  type SavedHistogram,
  type SavedLines,
  type SavedPossible,
  type SavedScenario,
  type SavedTotals,
} from './types.ts'
import { listingShape, quantity, words } from './listing-header.ts'

const MOST_ROWS = 1 << 16
const name = text(1 << 16)
const functionName = binary(1 << 20)
const names = listOf(functionName, MOST_ROWS)

const file = record<SavedFile>({
  name,
  size: count(),
  kind: text(64),
  detail: name,
  samples: since(orNull(count()), null),
  problem: anything,
})

const totals = record<SavedTotals>({
  ticks: num,
  recordedTicks: num,
  unattributedTicks: num,
  arcRecords: count(),
  droppedArcRecords: count(),
  runs: count(),
})

const facts = record<SavedFacts>({
  functions: count(MOST_FUNCTIONS),
  arcs: count(MOST_ARCS),
  hasHistogram: bool,
  hasArcs: bool,
  rate: num,
  scale: quantity,
  // 15 bytes in a gmon.out; a listing has its own words.
  dimension: words,
  abbreviation: binary(1),
  namePrefix: oneOf('', '_'),
  totals,
})

const histograms: Shape<NonNullable<SavedHeader['histograms']>> = record({
  wordSize: oneOf(4, 8),
  bigEndian: bool,
  records: listOf(record<SavedHistogram>({ low: count(), high: count(), bins: count(2 ** 32) }), MOST_ROWS),
})

const FACTOR = { least: 1, most: 1e6 }

/** Above 1; null means Infinity, which JSON cannot hold. */
const factor: Shape<number> = {
  schema: {
    anyOf: [{ type: 'number', exclusiveMinimum: FACTOR.least, maximum: FACTOR.most }, { type: 'null' }],
  },
  check(value, path) {
    if (value === null) return Infinity
    if (typeof value === 'number' && value > FACTOR.least && value <= FACTOR.most) return value
    throw new ShapeError(`${path} is no factor above ${FACTOR.least} and up to ${FACTOR.most}`)
  },
}

const scenario = record<SavedScenario>({
  staticArcs: since(bool, false),
  foldStd: since(bool, false),
  cutArcs: listOf(record<SavedArcName>({ parent: functionName, child: functionName }), MOST_ROWS),
  leftOut: names,
  timeLeftOut: names,
  only: names,
  timeOnly: names,
  faster: since(
    listOf(record<SavedScenario['faster'][number]>({ name: functionName, factor }), MOST_ROWS),
    [],
  ),
})

const possible = record<SavedPossible>({
  arcs: count(MOST_ARCS),
  gprof: since(
    orNull(record<NonNullable<SavedPossible['gprof']>>({ isSame: bool, found: count(), others: count() })),
    null,
  ),
  tails: since(bool, false),
})

const lines = record<SavedLines>({
  files: count(MOST_FUNCTIONS),
  names: count(MOST_FUNCTIONS),
  calls: bool,
})

const column = record<SavedColumn>({
  name: text(64),
  encoding: oneOf(...ENCODINGS),
  length: count(LARGEST),
  bytes: count(LARGEST),
})

/** Shape of a saved profile's header. */
export const headerShape: Shape<SavedHeader> = record<SavedHeader>({
  format: oneOf(FORMAT),
  version: count(1 << 16),
  name,
  files: listOf(file, MOST_ROWS),
  notices: listOf(anything, MOST_ROWS),
  profile: facts,
  sources: orNull(record<{ files: number }>({ files: count(MOST_FUNCTIONS) })),
  possible: orNull(possible),
  lines: since(orNull(lines), null),
  histograms: orNull(histograms),
  listing: since(orNull(listingShape), null),
  scenario,
  view: text(1 << 20),
  columns: listOf(column, 256),
})
