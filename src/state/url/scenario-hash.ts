// The scenario in the link.
//
// Keys: static=on, fold=std, cut=parent/child,…; without=, untimed=, only=, timeonly= with names;
// faster=name*2,name*inf with factors. Empty lists are omitted.
import {
  type ArcName,
  type FasterFunction,
  isFactor,
  type NameList,
  type Scenario,
  withFactor,
} from '../../../workers/core/analysis/scenario/scenario.ts'

export function encodeBytes(binary: string): string {
  return binary.replaceAll(
    /[^A-Za-z0-9_.~$-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** Returns null for a malformed encoding. Also accepts text that a browser has already decoded. */
export function decodeBytes(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  const ascii = text.replaceAll(/[^ -~]+/g, (run) => encodeURIComponent(wellFormed(run)))
  return ascii.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Replaces lone surrogates, which cannot be percent-encoded. */
export function wellFormed(text: string): string {
  return text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')
}

const KEYS: readonly (readonly [string, NameList])[] = [
  ['without', 'leftOut'],
  ['untimed', 'timeLeftOut'],
  ['only', 'only'],
  ['timeonly', 'timeOnly'],
]

/** Cached: every link on screen includes the scenario. */
const formatted = new WeakMap<Scenario, readonly string[]>()

/** Returns the "key=value" parts of the hash. */
export function formatScenario(scenario: Scenario): readonly string[] {
  let parts = formatted.get(scenario)
  if (!parts) {
    parts = partsOf(scenario)
    formatted.set(scenario, parts)
  }
  return parts
}

function partsOf(scenario: Scenario): readonly string[] {
  const parts: string[] = scenario.staticArcs ? ['static=on'] : []
  if (scenario.foldStd) parts.push('fold=std')
  if (scenario.cutArcs.length > 0) {
    const arcs = scenario.cutArcs.map(({ parent, child }) => `${encodeBytes(parent)}/${encodeBytes(child)}`)
    parts.push(`cut=${arcs.join(',')}`)
  }
  for (const [key, list] of KEYS) {
    if (scenario[list].length > 0) parts.push(`${key}=${scenario[list].map(encodeBytes).join(',')}`)
  }
  if (scenario.faster.length > 0) parts.push(`faster=${scenario.faster.map(formatFaster).join(',')}`)
  return parts
}

/**
 * Returns the scenario with this part of the hash added; null if the key is not one of a
 * scenario's. Malformed names are ignored.
 */
export function parseScenarioPart(scenario: Scenario, key: string, value: string): Scenario | null {
  if (key === 'static') return { ...scenario, staticArcs: value === 'on' }
  if (key === 'fold') return { ...scenario, foldStd: value === 'std' }
  if (key === 'cut') return { ...scenario, cutArcs: partsIn(value).flatMap(parseArc) }
  if (key === 'faster')
    return partsIn(value)
      .flatMap(parseFaster)
      .reduce(withFasterFunction, { ...scenario, faster: [] })
  const known = KEYS.find(([name]) => name === key)
  return known ? { ...scenario, [known[1]]: partsIn(value).flatMap(parseName) } : null
}

/** Changes of one kind that are read from a link, more than any browser's address has room for with real names. */
const MOST_CHANGES = 100_000

const partsIn = (value: string): readonly string[] => value.split(',', MOST_CHANGES)

/** Whether two scenarios are the same. */
export function isSameScenario(left: Scenario, right: Scenario): boolean {
  return left === right || formatScenario(left).join('&') === formatScenario(right).join('&')
}

function parseArc(text: string): ArcName[] {
  const [parent, child, ...more] = text.split('/').map(parseName)
  const [from] = parent ?? []
  const [to] = child ?? []
  return from === undefined || to === undefined || more.length > 0 ? [] : [{ parent: from, child: to }]
}

/** "name*2"; the factor's own text is what JavaScript writes, but "inf" for one without a limit. */
function formatFaster({ name, factor }: FasterFunction): string {
  return `${encodeBytes(name)}*${factor === Infinity ? 'inf' : factor}`
}

function parseFaster(text: string): FasterFunction[] {
  const at = text.lastIndexOf('*')
  const [name] = at < 0 ? [] : parseName(text.slice(0, at))
  const digits = text.slice(at + 1)
  const factor = digits === 'inf' ? Infinity : /^[\d.]+$/.test(digits) ? Number(digits) : Number.NaN
  return name !== undefined && isFactor(factor) ? [{ name, factor }] : []
}

const withFasterFunction = (scenario: Scenario, { name, factor }: FasterFunction): Scenario =>
  withFactor(scenario, name, factor)

function parseName(text: string): string[] {
  const name = decodeBytes(text)
  return name === null || name === '' ? [] : [name]
}
