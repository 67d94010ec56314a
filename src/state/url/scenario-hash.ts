// A scenario in the link: static=on, cut=parent/child,… and without=, untimed=, only=, timeonly= with names; what is
// empty is left out.
import type { ArcName, NameList, Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { decodeBytes, encodeBytes } from './bytes.ts'

const KEYS: readonly (readonly [string, NameList])[] = [
  ['without', 'leftOut'],
  ['untimed', 'timeLeftOut'],
  ['only', 'only'],
  ['timeonly', 'timeOnly'],
]

/** Every link on screen carries the scenario. */
const formatted = new WeakMap<Scenario, readonly string[]>()

/** "key=value" parts of the hash. */
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
  if (scenario.cutArcs.length > 0) {
    const arcs = scenario.cutArcs.map(({ parent, child }) => `${encodeBytes(parent)}/${encodeBytes(child)}`)
    parts.push(`cut=${arcs.join(',')}`)
  }
  for (const [key, list] of KEYS) {
    if (scenario[list].length > 0) parts.push(`${key}=${scenario[list].map(encodeBytes).join(',')}`)
  }
  return parts
}

/** The scenario with what this part of the hash says; null if it is about something else. Bad names are passed over. */
export function parseScenarioPart(scenario: Scenario, key: string, value: string): Scenario | null {
  if (key === 'static') return { ...scenario, staticArcs: value === 'on' }
  if (key === 'cut') return { ...scenario, cutArcs: value.split(',').flatMap(parseArc) }
  const known = KEYS.find(([name]) => name === key)
  return known ? { ...scenario, [known[1]]: value.split(',').flatMap(parseName) } : null
}

export function isSameScenario(left: Scenario, right: Scenario): boolean {
  return left === right || formatScenario(left).join('&') === formatScenario(right).join('&')
}

function parseArc(text: string): ArcName[] {
  const [parent, child, ...more] = text.split('/').map(parseName)
  const [from] = parent ?? []
  const [to] = child ?? []
  return from === undefined || to === undefined || more.length > 0 ? [] : [{ parent: from, child: to }]
}

function parseName(text: string): string[] {
  const name = decodeBytes(text)
  return name === null || name === '' ? [] : [name]
}
