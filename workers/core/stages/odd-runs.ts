/**
 * Of several profiles that could be added up, those that stand out: the program explains the calls of the others and not theirs. It is
 * then most likely an older build that wrote them.
 */
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import type { Notice } from '../problems/problem.ts'
import { findHiddenFunctions } from '../profile/evidence/hidden-functions.ts'
import { prologueOf, sampleArcs, scoreMatch } from '../profile/evidence/match-executable.ts'
import { isWrong, MATCH_THRESHOLD, type MatchScore } from '../profile/evidence/match-score.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'

/** Arcs looked at of each: there may be a thousand profiles. */
const SAMPLED = 64

export class OddRuns {
  readonly #symbols: SymbolTable
  readonly #program: RawExecutable
  readonly #scores: (readonly [file: string, score: MatchScore])[] = []

  constructor(symbols: SymbolTable, program: RawExecutable) {
    this.#symbols = symbols
    this.#program = program
  }

  /** Its arcs are not held on to. */
  add(profile: RawProfile): void {
    const evidence = sampleArcs(profile, SAMPLED)
    const prologue = prologueOf(this.#program.machine)
    const score = scoreMatch(evidence, this.#symbols, prologue, 0)
    const hidden = isWrong(score)
      ? findHiddenFunctions(evidence, this.#symbols, this.#program.symbols, prologue).arcs
      : 0
    this.#scores.push([profile.file, { ...score, matched: score.matched + hidden }])
  }

  /** Of those that fit far worse than others, which do. */
  notices(): readonly Notice[] {
    let best = 0
    for (const [, score] of this.#scores) if (!isWrong(score)) best = Math.max(best, shareOf(score))
    return this.#scores.flatMap(([file, score]): Notice[] => {
      const isOdd = isWrong(score) && shareOf(score) < MATCH_THRESHOLD * best
      return isOdd ? [{ code: 'odd-run', file, ...score }] : []
    })
  }
}

const shareOf = ({ matched, total }: MatchScore): number => (total > 0 ? matched / total : 0)
