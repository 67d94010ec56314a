// Functions of profiles without a program: those of a list, or else the addresses that are called.
import { guessTarget } from '../formats/gmon/guess-target.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import type { RawSymbolList } from '../formats/raw-symbol-list.ts'
import { type Candidate, rethrowBug } from '../inputs/candidates.ts'
import { nameByAddress } from '../symbols/name-by-address.ts'
import { selectFunctions, type SymbolTable } from '../symbols/symbol-table.ts'

/**
 * Returns the functions of a list; without a list, each address that the profiles call as a function.
 *
 * @throws ProblemError problems of reading the profiles for a list
 */
export const fallbackSymbols = (
  list: RawSymbolList | null,
  profiles: readonly Candidate[],
): Promise<SymbolTable> => (list ? listedSymbols(list, profiles) : calledAddresses(profiles))

/** If the list does not show where the code ends, the samples do. */
async function listedSymbols(list: RawSymbolList, profiles: readonly Candidate[]): Promise<SymbolTable> {
  let { textLast } = list
  const room = new ReadBuffers()
  for (const { source } of textLast === null ? profiles : []) {
    try {
      const { histograms } = await readProfile(source, await guessTarget(source, list), () => {}, { room })
      for (const { high } of histograms) textLast = Math.max(textLast ?? 0, high - 1)
    } catch (error) {
      rethrowBug(error)
      // Reported when it is added to the others, which may do without it.
    }
  }
  return selectFunctions(list.symbols, textLast ?? Number.MAX_SAFE_INTEGER)
}

async function calledAddresses(profiles: readonly Candidate[]): Promise<SymbolTable> {
  const callees = new Set<number>()
  let low = Infinity
  let high = -Infinity
  const room = new ReadBuffers()
  for (const { source } of profiles) {
    try {
      const profile = await readProfile(source, await guessTarget(source), () => {}, { room })
      for (const histogram of profile.histograms) {
        low = Math.min(low, histogram.low)
        high = Math.max(high, histogram.high)
      }
      for (const address of profile.arcs.self) callees.add(address)
    } catch (error) {
      rethrowBug(error)
      // Reported when it is added to the others.
    }
  }
  if (low > high) {
    for (const address of callees) {
      low = Math.min(low, address)
      high = Math.max(high, address + 1)
    }
  }
  return nameByAddress(callees, low, high)
}
