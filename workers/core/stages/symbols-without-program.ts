// Functions without the program that has them: those of a list, or whatever the profiles call.
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { throwBug, type Candidate } from '../offered/candidates.ts'
import { guessTarget, readProfile, ReadingRoom } from '../formats/gmon/read.ts'
import type { RawSymbolList } from '../formats/symbol-list/types.ts'
import { nameByAddress } from '../symbols/nameless.ts'
import { selectFunctions, type SymbolTable } from '../symbols/select-functions.ts'

/** Functions of a list without its program: where the list does not say how far the code goes, the samples do. */
export async function listedSymbols(
  list: RawSymbolList,
  profiles: readonly Candidate[],
  layoutOf: (source: ByteSource) => Promise<ByteLayout>,
): Promise<SymbolTable> {
  let { textLast } = list
  const room = new ReadingRoom()
  for (const { source } of textLast === null ? profiles : []) {
    try {
      const { histograms } = await readProfile(source, await layoutOf(source), () => {}, { room })
      for (const { high } of histograms) textLast = Math.max(textLast ?? 0, high - 1)
    } catch (error) {
      throwBug(error)
      // Told when it is to be added to the others; they may do without.
    }
  }
  return selectFunctions(list.symbols, textLast ?? Number.MAX_SAFE_INTEGER)
}

/** Every callee that the profiles know, each named by its address. */
export async function nameless(profiles: readonly Candidate[]): Promise<SymbolTable> {
  const callees = new Set<number>()
  let low = Infinity
  let high = -Infinity
  const room = new ReadingRoom()
  for (const { source } of profiles) {
    try {
      const profile = await readProfile(source, await guessTarget(source), () => {}, { room })
      for (const histogram of profile.histograms) {
        low = Math.min(low, histogram.low)
        high = Math.max(high, histogram.high)
      }
      for (const address of profile.arcs.self) callees.add(address)
    } catch (error) {
      throwBug(error)
      // As above.
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
