// Several programs were opened: which of them match the profile's arcs.
import { visibleText } from '../../base/visible-text.ts'
import { formatBytes, formatCount, formatCounted } from '../../quantities.ts'
import { list } from './message.ts'
import { isMismatch, type MatchScore } from '../../trust/program/match-score.ts'

interface Offered {
  readonly name: string
  readonly size?: number
  readonly match?: MatchScore
}

interface Scored {
  readonly file: Offered
  readonly match: MatchScore
}

/** How well several programs match a profile. */
export interface ProgramMatch {
  /** The best match; null if none matches, if two match equally well, or if nothing is known. */
  readonly best: Offered | null
  /** Description of the matches; "" for none. */
  readonly words: string
}

/**
 * Returns distinct labels of files, in the same order: their names, with sizes if several have one name
 * (builds of one program). Files with the same name and size are numbered.
 */
export function distinguishFiles(files: readonly Offered[]): readonly string[] {
  const names = files.map(({ name }) => visibleText(name))
  const isOne = (labels: readonly string[], index: number) =>
    labels.indexOf(labels[index] ?? '') === index && labels.lastIndexOf(labels[index] ?? '') === index
  const sized = files.map(({ size }, index) =>
    isOne(names, index) || size === undefined
      ? (names[index] ?? '')
      : `${names[index]} (${formatBytes(size)})`,
  )
  return sized.map((label, index) => {
    const before = sized.slice(0, index).filter((other) => other === label).length
    return isOne(sized, index) ? label : `${label}, no. ${before + 1}`
  })
}

/** Compares how well programs match a profile. Files without a score are ignored. */
export function compareMatches(files: readonly Offered[]): ProgramMatch {
  const programs = files.filter(({ match }) => match !== undefined)
  const labels = new Map(distinguishFiles(programs).map((name, index) => [programs[index], name]))
  const nameOf = ({ file }: Scored): string => labels.get(file) ?? ''
  const scored = files
    .flatMap((file): Scored[] => (file.match && file.match.total > 0 ? [{ file, match: file.match }] : []))
    .toSorted((a, b) => shareOf(b) - shareOf(a))
  const [first, second] = scored
  if (!first) return { best: null, words: '' }
  if (isMismatch(first.match)) {
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

/**
 * Returns a score as text: "4 of 97 arcs"; "4 of 97" for an empty unit.
 *
 * @param unit noun for one of what was matched
 */
export function matchWords({ matched, total }: MatchScore, unit = 'arc'): string {
  return `${formatCount(matched)} of ${unit === '' ? formatCount(total) : formatCounted(total, unit)}`
}

const shareOf = ({ match }: Scored): number => match.matched / match.total
