// Finds the references in a source text: static imports, `import()`, types named by `import('…')`,
// worker URLs. Uses Vite's own parser, so that the check matches the build.
import { parseAst } from 'vite'

/** A reference to another module. */
export interface Reference {
  /** As written, without a `?query`. */
  readonly target: string
  /**
   * `url`: `new URL('….ts', import.meta.url)`, which names a worker; the only reference that is not
   * an import.
   */
  readonly kind: 'static' | 'dynamic' | 'url'
  /** Erased at run time, but subject to the layer rules. */
  readonly typesOnly: boolean
  /** From 1. */
  readonly line: number
}

/** The target of an `import()` with a computed argument. */
export const COMPUTED = '<computed>'

/** Returns the references in a source text. `path`: selects the syntax. */
export function findReferences(path: string, text: string): readonly Reference[] {
  const references: Reference[] = []
  const pending: unknown[] = [parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })]
  while (pending.length > 0) {
    const node = pending.pop()
    if (Array.isArray(node)) {
      pending.push(...node)
    } else if (isRecord(node)) {
      const found = referenceOf(node)
      if (found !== null) references.push({ ...found, line: lineAt(text, node['start']) })
      pending.push(...Object.values(node))
    }
  }
  return references.toSorted((one, other) => one.line - other.line)
}

function referenceOf(node: Record<string, unknown>): Omit<Reference, 'line'> | null {
  switch (node['type']) {
    case 'ImportDeclaration':
      return importOf(
        node,
        node['importKind'] === 'type' || bringsTypesOnly(node['specifiers'], 'importKind'),
      )
    case 'ExportNamedDeclaration':
      if (!isRecord(node['source'])) return null
      return importOf(
        node,
        node['exportKind'] === 'type' || bringsTypesOnly(node['specifiers'], 'exportKind'),
      )
    case 'ExportAllDeclaration':
      return importOf(node, node['exportKind'] === 'type')
    case 'TSImportType':
      return importOf(node, true)
    case 'TSExternalModuleReference':
      return { target: textOf(node['expression']) ?? COMPUTED, kind: 'static', typesOnly: false }
    case 'ImportExpression':
      return { target: textOf(node['source']) ?? COMPUTED, kind: 'dynamic', typesOnly: false }
    case 'NewExpression':
      return urlOf(node)
    default:
      return null
  }
}

function importOf(node: Record<string, unknown>, typesOnly: boolean): Omit<Reference, 'line'> {
  const written = textOf(node['source']) ?? COMPUTED
  const [target = written, query = ''] = written.split('?')
  return { target, kind: /(?:^|&)(?:shared)?worker(?:&|$)/.test(query) ? 'url' : 'static', typesOnly }
}

function urlOf(node: Record<string, unknown>): Omit<Reference, 'line'> | null {
  const { callee, arguments: given } = node
  if (!isRecord(callee) || callee['name'] !== 'URL' || !Array.isArray(given) || given.length !== 2)
    return null
  const base: unknown = given[1]
  if (!isRecord(base) || base['type'] !== 'MemberExpression' || !isRecord(base['object'])) return null
  const target = textOf(given[0])
  if (base['object']['type'] !== 'MetaProperty' || target === null || !/\.[jt]sx?$/.test(target)) return null
  return { target, kind: 'url', typesOnly: false }
}

/**
 * Whether the import is `import { type A, type B }`. An import without names is for its side
 * effect, so not only for types.
 */
function bringsTypesOnly(specifiers: unknown, kind: string): boolean {
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every((one: unknown) => isRecord(one) && one[kind] === 'type')
  )
}

function textOf(node: unknown): string | null {
  return isRecord(node) && node['type'] === 'Literal' && typeof node['value'] === 'string'
    ? node['value']
    : null
}

function lineAt(text: string, start: unknown): number {
  return text.slice(0, Number(start)).split('\n').length
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
