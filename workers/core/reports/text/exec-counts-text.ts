// How often each function, and each recorded basic block of it, was entered, as `gprof -C` prints it.
import { mergeSort } from '../../base/sorting/merge-sort.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { BlockTally } from '../../profile/sum/tally-blocks.ts'
import { rawName } from '../names/names.ts'
import { sourcePath } from '../sources.ts'
import { styleOf, type TextInput } from './listing-text.ts'
import type { TextBytes } from './text-bytes.ts'

export interface ExecInput extends TextInput {
  readonly isSelected: (f: FunctionIndex) => boolean
  readonly blocks: Pick<BlockTally, 'of'>
}

export function writeExecCounts(input: ExecInput, out: TextBytes): void {
  const { functions } = input.analyzed.profile
  const { showUnused } = styleOf(input)
  for (const f of listSymbols(input)) {
    const place = placeOf(input, f)
    const line = (address: number, count: number): string =>
      `${place}: (${rawName(functions, f)}:0x${address.toString(16)}) ${count} executions\n`
    const calls = functions.calls[f]
    if (showUnused || calls > 0) out.text(line(functions.address[f], calls))
    for (const { address, count } of input.blocks.of(f)) {
      if (showUnused || count > 0) out.text(line(address, count))
    }
  }
}

/** By file and line where both are known of either, else by address: no order at all, so the way of sorting matters. */
function listSymbols({ analyzed, isSelected }: ExecInput): FunctionIndex[] {
  const { functions, sources } = analyzed.profile
  const chosen: FunctionIndex[] = []
  for (let f = 0; f < functions.length; f++) {
    if (isSelected(f as FunctionIndex)) chosen.push(f as FunctionIndex)
  }
  if (sources === null) return chosen
  return mergeSort(chosen, (left, right) => {
    const leftPath = sourcePath(analyzed.profile, left)
    const rightPath = sourcePath(analyzed.profile, right)
    if (leftPath !== null && rightPath !== null) {
      if (leftPath !== rightPath) return leftPath < rightPath ? -1 : 1
      const byLine = sources.lineOf[left] - sources.lineOf[right]
      if (byLine !== 0) return byLine
    }
    return functions.address[left] - functions.address[right]
  })
}

function placeOf({ analyzed }: ExecInput, f: FunctionIndex): string {
  const { sources } = analyzed.profile
  const path = sourcePath(analyzed.profile, f)
  return sources === null || path === null ? '<unknown>:0' : `${path}:${sources.lineOf[f]}`
}
