// Runs that another build of the program wrote.
import type { RawExecutable, RawProfile } from '../../formats/format.ts'
import type { Notice } from '../../problems/problem.ts'
import { findHiddenFunctions } from '../program/hidden-functions.ts'
import { prologueOf, scoreMatch } from '../program/match-executable.ts'
import { sampleArcs } from '../../profile/arc-evidence.ts'
import { isMismatch, MATCH_THRESHOLD, type MatchScore } from '../program/match-score.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { SAMPLED } from './slow-run.ts'

/**
 * Finds runs whose calls the program does not explain, while it explains those of others. An older
 * build probably wrote them.
 */
export class MismatchedRuns {
  readonly #symbols: SymbolTable
  readonly #program: RawExecutable
  readonly #scores: (readonly [file: string, score: MatchScore])[] = []

  constructor(symbols: SymbolTable, program: RawExecutable) {
    this.#symbols = symbols
    this.#program = program
  }

  /** Adds a profile; keeps no reference to its arcs. */
  add(profile: RawProfile): void {
    const evidence = sampleArcs(profile, SAMPLED)
    const prologue = prologueOf(this.#program.machine)
    const score = scoreMatch(evidence, this.#symbols, prologue, 0)
    const hidden = isMismatch(score)
      ? findHiddenFunctions(evidence, this.#symbols, this.#program.symbols, prologue).arcs
      : 0
    this.#scores.push([profile.file, { ...score, matched: score.matched + hidden }])
  }

  /** Returns a notice for each run that fits far worse than others that fit well. */
  notices(): readonly Notice[] {
    let best = 0
    for (const [, score] of this.#scores) if (!isMismatch(score)) best = Math.max(best, shareOf(score))
    return this.#scores.flatMap(([file, score]): Notice[] => {
      const isOdd = isMismatch(score) && shareOf(score) < MATCH_THRESHOLD * best
      return isOdd ? [{ code: 'odd-run', file, ...score }] : []
    })
  }
}

const shareOf = ({ matched, total }: MatchScore): number => (total > 0 ? matched / total : 0)
