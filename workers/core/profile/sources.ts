// Lines of addresses → the source file and line of each function's first instruction.
import { asColumn } from '../base/as-column.ts'
import { NONE } from '../base/brand.ts'
import type { SourceLocations } from '../formats/source-lines.ts'
import type { CallGraphProfile } from './call-graph-profile.ts'
import type { ArcIndex, FunctionIndex, SourceTable } from './tables.ts'

/** Functions to ask for: those with calls, samples or arcs, or all of them. */
export type WantedSources = 'used' | 'all'

export function listWanted(
  { functions, arcs }: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  wanted: WantedSources,
): Uint32Array<ArrayBuffer> {
  const isWanted = new Uint8Array(functions.length).fill(wanted === 'all' ? 1 : 0)
  for (let f = 0; f < functions.length; f++) {
    const row = f as FunctionIndex
    if (functions.selfTicks[row] !== 0 || functions.calls[row] !== 0) isWanted[f] = 1
  }
  for (let a = 0; a < arcs.length; a++) {
    isWanted[arcs.parent[a as ArcIndex]] = 1
    isWanted[arcs.child[a as ArcIndex]] = 1
  }
  const rows: number[] = []
  for (let f = 0; f < functions.length; f++) if (isWanted[f] === 1) rows.push(f)
  return Uint32Array.from(rows)
}

/** `located` has one row for each of `rows`, which are functions; `length` is the number of all functions. */
export function buildSources(rows: Uint32Array, located: SourceLocations, length: number): SourceTable {
  const fileOf = new Int32Array(length).fill(NONE)
  const lineOf = new Int32Array(length).fill(NONE)
  rows.forEach((f, nth) => {
    if (located.file[nth] < 0) return
    fileOf[f] = located.file[nth]
    lineOf[f] = located.line[nth]
  })
  return {
    fileOf: asColumn(fileOf),
    lineOf,
    files: located.files,
  }
}
