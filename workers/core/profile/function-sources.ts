// Where each function's first instruction comes from, by the lines of addresses.
import { asColumn, NONE } from '../base/columns.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex, SourceTable } from './call-graph-profile.ts'
import type { SourceLocations } from '../formats/source-lines.ts'

/** Functions whose source lines are wanted: those with calls, samples or arcs, or all functions. */
export type WantedSources = 'used' | 'all'

/** Returns the functions whose source lines are wanted, as FunctionIndex, ascending. */
export function listSourceRows(
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

/**
 * Builds the source table of a program. Functions without a row, or of unknown line, have NONE.
 * `located.files` is shared.
 *
 * @param rows FunctionIndex of each row of `located`
 * @param length number of all functions
 */
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
