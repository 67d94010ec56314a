// A profile's sum as gmon.sum is written from it, of tables that are there already.
import { asArray } from '../../base/as-column.ts'
import type { ByteLayout } from '../../bytes/byte-cursor.ts'
import type { CallGraphProfile } from '../call-graph-profile.ts'
import { talliedAs } from './distinct-arcs.ts'
import type { SumInput } from './gmon-sum.ts'

/** What a sum needs of the profile besides. */
export type SumTables = Pick<CallGraphProfile, 'functions' | 'arcs' | 'rate' | 'dimension' | 'abbreviation'>

/** For whoever asks; until then it holds no more of the profile than it needs. */
export function sumAtHand(
  { layout, histograms: { records } }: Pick<SumInput, 'layout' | 'histograms'>,
  { functions, arcs, rate, dimension, abbreviation }: SumTables,
): () => SumInput {
  return () => sumOf(layout, records, { functions, arcs, rate, dimension, abbreviation })
}

export function sumOf(
  layout: ByteLayout,
  records: SumInput['histograms']['records'],
  { functions, arcs, rate, dimension, abbreviation }: SumTables,
): SumInput {
  return {
    layout,
    symbols: { length: functions.length, address: asArray(functions.address) },
    histograms: { records, rate, dimension, abbreviation },
    arcs: talliedAs(arcs),
    blocks: null,
  }
}
