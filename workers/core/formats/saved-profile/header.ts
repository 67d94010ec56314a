// The header's shape: what checks it and what its JSON schema is made of.
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
  since,
  text,
  type Shape,
} from '../../base/shape.ts'
import { ENCODINGS } from './columns.ts'
import { listingShape } from './listing-header.ts'
import { quantity } from './quantity.ts'
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
  dimension: binary(15),
  abbreviation: binary(1),
  namePrefix: oneOf('', '_'),
  totals,
})

const histograms: Shape<NonNullable<SavedHeader['histograms']>> = record({
  wordSize: oneOf(4, 8),
  bigEndian: bool,
  records: listOf(record<SavedHistogram>({ low: count(), high: count(), bins: count(2 ** 32) }), MOST_ROWS),
})

const scenario = record<SavedScenario>({
  staticArcs: since(bool, false),
  cutArcs: listOf(record<SavedArcName>({ parent: functionName, child: functionName }), MOST_ROWS),
  leftOut: names,
  timeLeftOut: names,
  only: names,
  timeOnly: names,
})

const possible = record<SavedPossible>({
  arcs: count(MOST_ARCS),
  gprof: since(
    orNull(record<NonNullable<SavedPossible['gprof']>>({ isSame: bool, found: count(), others: count() })),
    null,
  ),
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
