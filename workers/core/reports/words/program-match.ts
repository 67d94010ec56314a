// Several programs were offered: which of them the profile's arcs speak for, in words.
import { visibleText } from '../../base/visible-text.ts'
import { isWrong, type MatchScore } from '../../profile/evidence/match-score.ts'
import { formatBytes, formatCount, formatCounted } from '../quantities.ts'
import { list } from './words.ts'

interface Offered {
  readonly name: string
  readonly size?: number
  readonly match?: MatchScore
}

interface Scored {
  readonly file: Offered
  readonly match: MatchScore
}

export interface ProgramMatch {
  /** The one that fits best; null where none does, two do alike, or nothing is known. */
  readonly best: Offered | null
  /** What is known; "" for nothing. */
  readonly words: string
}

/** Their names, and sizes beside those that several have: builds of one program. Alike in both, they are counted. */
export function tellApart(files: readonly Offered[]): readonly string[] {
  const names = files.map(({ name }) => visibleText(name))
  const isOne = (told: readonly string[], at: number) =>
    told.indexOf(told[at] ?? '') === at && told.lastIndexOf(told[at] ?? '') === at
  const sized = files.map(({ size }, at) =>
    isOne(names, at) || size === undefined ? (names[at] ?? '') : `${names[at]} (${formatBytes(size)})`,
  )
  return sized.map((told, at) => {
    const before = sized.slice(0, at).filter((other) => other === told).length
    return isOne(sized, at) ? told : `${told}, no. ${before + 1}`
  })
}

export function compareMatches(files: readonly Offered[]): ProgramMatch {
  const programs = files.filter(({ match }) => match !== undefined)
  const told = new Map(tellApart(programs).map((name, at) => [programs[at], name]))
  const nameOf = ({ file }: Scored): string => told.get(file) ?? ''
  const scored = files
    .flatMap((file): Scored[] => (file.match && file.match.total > 0 ? [{ file, match: file.match }] : []))
    .toSorted((a, b) => shareOf(b) - shareOf(a))
  const [first, second] = scored
  if (!first) return { best: null, words: '' }
  if (isWrong(first.match)) {
    return {
      best: null,
      words: `None of them fits: at most ${matchWords(first.match)} begin and end in functions of one.`,
    }
  }
  const alike = scored.filter((one) => shareOf(one) === shareOf(first))
  if (alike.length > 1) {
    const names = list(alike.map(nameOf))
    const [one = '', ...others] = new Set(alike.map(({ match }) => matchWords(match, '')))
    const matches = others.length === 0 ? matchWords(first.match) : `${list([one, ...others])} arcs`
    return { best: null, words: `${names} fit alike: ${matches} begin and end in their functions.` }
  }
  const less = second ? `; in those of ${nameOf(second)} ${matchWords(second.match, '')}` : ''
  return {
    best: first.file,
    words: `${nameOf(first)} fits: ${matchWords(first.match)} begin and end in its functions${less}.`,
  }
}

/** "4 of 97 arcs" */
export function matchWords({ matched, total }: MatchScore, unit = 'arc'): string {
  return `${formatCount(matched)} of ${unit === '' ? formatCount(total) : formatCounted(total, unit)}`
}

const shareOf = ({ match }: Scored): number => match.matched / match.total
