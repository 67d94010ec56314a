// Checks files and their references against the rules of layers.ts, and describes each violation.
// Pure: reads no files.
import { findComponents } from '../workers/core/analysis/cycles.ts'
import { groupNewestFirst } from '../workers/core/base/csr.ts'
import { COMPUTED, type Reference } from './imports.ts'
import { DEBTS, FOR_TESTS, LAYERS, PACKAGES, SHARED, SIGHTS, WORKER_ONLY, WORKER_URLS } from './layers.ts'

/** A source file with its references. */
export interface SourceFile {
  /** From the root, with `/`. */
  readonly path: string
  readonly references: readonly Reference[]
}

interface Unit {
  readonly layer: number
  /** With `*` filled in: two folders of one pattern are two units. */
  readonly name: string
}

/** Returns a sentence for each violation of the layer rules. */
export function checkImports(files: readonly SourceFile[]): readonly string[] {
  const problems: string[] = []
  const owed = new Set(DEBTS.map(({ from, to }) => `${from} ${to}`))
  for (const file of files) {
    if (!isTest(file.path) && unitOf(file.path) === null) problems.push(`${file.path} is in no layer`)
    for (const reference of file.references) {
      const to = resolve(file.path, reference.target)
      const says = judge(file.path, reference, to)
      if (says === null || owed.delete(`${file.path} ${to}`)) continue
      problems.push(`${file.path}:${reference.line} -> ${to ?? reference.target}: ${says}`)
    }
  }
  for (const paid of owed) problems.push(`${paid}: no longer a debt; take it off the list`)
  return problems
}

/**
 * Returns groups of files that import each other, each as a list of paths. `import()` counts, a
 * worker's URL does not.
 */
export function findImportCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const indexOf = new Map(files.map(({ path }, index) => [path, index]))
  const from: number[] = []
  const to: number[] = []
  files.forEach(({ path, references }, index) => {
    for (const { target, kind } of references) {
      const other = indexOf.get(resolve(path, target) ?? '')
      if (kind === 'url' || other === undefined) continue
      from.push(index)
      to.push(other)
    }
  })
  const { head, next } = findComponents(groupNewestFirst(from, files.length), to)
  const cycles: string[][] = []
  files.forEach(({ path }, index) => {
    const alone = head[index] === index && next[index] === -1
    if (alone && !from.some((source, arc) => source === index && to[arc] === index)) return
    const group = head[index] ?? index
    cycles[group] = [...(cycles[group] ?? []), path]
  })
  return cycles.filter((members) => members !== undefined)
}

/**
 * Returns chains of run-time imports by which worker code gets into the page, one for each such
 * file.
 */
export function findLeaks(files: readonly SourceFile[], entry: string): readonly string[] {
  const fileAt = new Map(files.map((file) => [file.path, file]))
  const cameFrom = new Map<string, string | null>([[entry, null]])
  const leaks: string[] = []
  // A map keeps its order and can be extended during iteration.
  for (const [path] of cameFrom) {
    if (isUnder(path, WORKER_ONLY) && !isUnder(path, SHARED)) {
      leaks.push(chainTo(path, cameFrom))
      continue
    }
    for (const { target, kind, typesOnly } of fileAt.get(path)?.references ?? []) {
      const to = resolve(path, target)
      if (kind === 'url' || typesOnly || to === null || cameFrom.has(to)) continue
      cameFrom.set(to, path)
    }
  }
  return leaks
}

/** Whether the file is a test or a test helper. */
export function isTest(path: string): boolean {
  return /\.(?:test|types)\.tsx?$/.test(path) || isUnder(path, ['src/testing'])
}

function judge(from: string, reference: Reference, to: string | null): string | null {
  if (reference.target === COMPUTED) return 'an import must name what it imports'
  if (to === null) return judgePackage(from, reference.target)
  if (isTest(from)) {
    return isUnder(from, ['workers']) && isUnder(to, ['src']) ? 'the workers do not know the page' : null
  }
  if (reference.kind === 'url') {
    const known = WORKER_URLS.some((one) => one.from === from && one.to === to)
    return known ? null : 'only the files in WORKER_URLS name a worker'
  }
  if (isTest(to)) return 'a test is imported by nobody'
  if (isUnder(to, FOR_TESTS) && !isUnder(from, FOR_TESTS)) return 'is for tests only'
  return judgeOrder(from, to) ?? judgeSight(from, to, reference.typesOnly)
}

function judgeOrder(from: string, to: string): string | null {
  const own = unitOf(from)
  const other = unitOf(to)
  if (own === null || other === null) return 'is in no layer'
  if (own.name === other.name || other.layer < own.layer) return null
  const relation = other.layer === own.layer ? 'is a neighbour of' : 'lies above'
  return `${other.name} ${relation} ${own.name}`
}

function judgeSight(from: string, to: string, typesOnly: boolean): string | null {
  const sight = longest(SIGHTS, from, (one) => one.from)
  if (sight === null) return null
  const seen = longest(sight.sees, to, (one) => one.path)
  if (seen === null) return `${sight.from} does not see it`
  return seen.typesOnly === true && !typesOnly ? `${sight.from} sees only types of ${seen.path}` : null
}

function judgePackage(from: string, name: string): string | null {
  const rule = longest(PACKAGES, from, (one) => one.from)
  if (isTest(from) || rule === null) return null
  const allowed = rule.allowed.some((one) => name === one || (/[:/]$/.test(one) && name.startsWith(one)))
  return allowed ? null : `${rule.from} does not use this package`
}

function unitOf(path: string): Unit | null {
  let best: Unit | null = null
  LAYERS.forEach((row, layer) => {
    for (const pattern of row) {
      const name = matchUnit(pattern, path)
      if (name !== null && (best === null || name.length > best.name.length)) best = { layer, name }
    }
  })
  return best
}

/** Returns the part of `path` that the pattern covers, or null. */
function matchUnit(pattern: string, path: string): string | null {
  if (!pattern.endsWith('/*/')) return isUnder(path, [pattern]) ? pattern : null
  const above = pattern.slice(0, -2)
  const end = path.startsWith(above) ? path.indexOf('/', above.length) : -1
  return end < 0 ? null : path.slice(0, end)
}

function longest<Row>(rows: readonly Row[], path: string, keyOf: (row: Row) => string): Row | null {
  let best: Row | null = null
  for (const row of rows) {
    if (isUnder(path, [keyOf(row)]) && (best === null || keyOf(row).length > keyOf(best).length)) best = row
  }
  return best
}

function isUnder(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** Returns the path from the root, or null for a package. */
export function resolve(from: string, target: string): string | null {
  if (!target.startsWith('.')) return null
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function chainTo(path: string, cameFrom: ReadonlyMap<string, string | null>): string {
  const chain: string[] = []
  for (let at: string | null = path; at !== null; at = cameFrom.get(at) ?? null) chain.unshift(at)
  return chain.join(' -> ')
}
