// The flat profile: gprof's order, which rows it prints, the cumulative column and the unit of the per-call columns.
import type { Ticks } from '../base/units.ts'

export interface FlatProfile {
  /** Every function in gprof's order, printed or not. Items are FunctionIndex. */
  readonly order: Uint32Array<ArrayBuffer>
  /** Those that gprof prints by default (calls or time), in the same order. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** Running sum of self time down `printed`. Ticks; row `r` belongs to `printed[r]`. */
  readonly cumulativeTicks: Float64Array<ArrayBuffer>
  readonly perCallUnit: PerCallUnit
}

/** Per-call times are shown as `factor` × seconds, under the heading `prefix` + "s/call". */
export interface PerCallUnit {
  /** "m", "u", "K", … or " " for whole seconds. */
  readonly prefix: string
  readonly factor: number
}

export type { Ticks }
