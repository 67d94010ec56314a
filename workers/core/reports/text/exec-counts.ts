// Execution counts of functions, with their recorded basic blocks, as `gprof -C` prints them.
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { BlockTally } from '../../profile/tally-blocks.ts'
import { styleOf, type TextInput } from './listing-text.ts'
import type { TextBytes } from './text-bytes.ts'
import { rawName } from '../../names/names.ts'
import { sourcePath } from '../source-of.ts'

/** Input of execution counts. */
export interface ExecInput extends TextInput {
  /** Whether a symbol is among those to print. */
  readonly isSelected: (f: FunctionIndex) => boolean
  /** Counts of recorded basic blocks, by symbol. */
  readonly blocks: Pick<BlockTally, 'of'>
}

/**
 * Writes execution counts as `gprof -C` prints them: one line per selected symbol and recorded basic block,
 * by file and line if known, else by address. Those with a count of 0 only with `-z`.
 */
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

/**
 * By file and line if known for both symbols, else by address. That is no consistent order, so
 * the sorting algorithm matters.
 */
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

/**
 * Returns a sorted copy, stable, made with a fixed sequence of comparisons: halves, the smaller half first,
 * then merged.
 *
 * For contradictory orders, where each algorithm gives another result, and gprof's result is wanted.
 */
function mergeSort<T>(items: readonly T[], compare: (left: T, right: T) => number): T[] {
  if (items.length < 2) return [...items]
  const middle = items.length >> 1
  const left = mergeSort(items.slice(0, middle), compare)
  const right = mergeSort(items.slice(middle), compare)
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(compare(left[l], right[r]) <= 0 ? left[l++] : right[r++])
  }
  for (; l < left.length; l++) merged.push(left[l])
  for (; r < right.length; r++) merged.push(right[r])
  return merged
}
