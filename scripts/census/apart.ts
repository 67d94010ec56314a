// Finds files whose exports fall into groups without a reference between them.
import { parseAst } from 'vite'
import { resolve } from '../layer-rules.ts'

/** A file of the product. */
interface ProductFile {
  readonly path: string
  readonly text: string
}

/** A file with its groups of exports: lists of names, in the order of the file. */
export interface ApartExports {
  readonly path: string
  readonly groups: readonly (readonly string[])[]
}

/** Number of files that import a name up to which two users of it in one file have a subject in common. */
const FEW_IMPORTERS = 20

/**
 * Returns the files whose exports fall into two groups or more, in order. Two declarations at the top level are
 * in one group if one names the other, in code or in types, or if both name the same declaration, be it of this
 * file or one that few files import. What half the tree imports, such as the type of a profile, joins nothing.
 * A fixed value (`LIKE_THIS`) is no group by itself: it belongs to what it describes.
 */
export function findApartExports(files: readonly ProductFile[]): readonly ApartExports[] {
  const parsed = files.map(({ path, text }) => declarationsOf(path, text))
  const importers = new Map<string, number>()
  for (const { imports } of parsed)
    for (const source of imports.values()) importers.set(source, (importers.get(source) ?? 0) + 1)
  return parsed
    .map(({ path, exported, imports, references }) => {
      const shared = [...imports].filter(([, source]) => (importers.get(source) ?? 0) <= FEW_IMPORTERS)
      return { path, groups: groupsOf(exported, references, new Set(shared.map(([name]) => name))) }
    })
    .filter(({ groups }) => groups.length > 1)
}

function groupsOf(
  exported: readonly string[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
  shared: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const head = new Map([...references.keys(), ...shared].map((name) => [name, name]))
  const headOf = (name: string): string => {
    let at = name
    for (let up = head.get(at) ?? at; up !== at; up = head.get(at) ?? at) at = up
    return at
  }
  for (const [name, others] of references)
    for (const other of others) if (head.has(other)) head.set(headOf(other), headOf(name))
  const groups = new Map<string, string[]>()
  for (const name of exported) groups.set(headOf(name), [...(groups.get(headOf(name)) ?? []), name])
  return [...groups.values()].filter((group) => !group.every((name) => /^[A-Z][A-Z0-9_]*$/.test(name)))
}

interface Declarations {
  readonly path: string
  readonly exported: readonly string[]
  /** By name in this file: where it comes from. */
  readonly imports: ReadonlyMap<string, string>
  /** By name declared at the top level: the names that its declaration mentions. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>
}

function declarationsOf(path: string, text: string): Declarations {
  const exported = new Set<string>()
  const imports = new Map<string, string>()
  const references = new Map<string, ReadonlySet<string>>()
  for (const statement of parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body as unknown[]) {
    if (!isNode(statement)) continue
    if (statement.type === 'ImportDeclaration') {
      for (const [name, source] of importsOf(path, statement)) imports.set(name, source)
      continue
    }
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement['declaration'] : statement
    if (!isNode(declaration)) continue
    const names = namesOf(declaration)
    const mentioned = [...names, ...mentionedIn(declaration)]
    for (const name of names) {
      if (isExport) exported.add(name)
      // A type and a value may share a name.
      references.set(name, new Set([...(references.get(name) ?? []), ...mentioned]))
    }
  }
  return { path, exported: [...exported], imports, references }
}

/** The names that an import of a file of the tree brings, each with its source. */
function importsOf(path: string, statement: Node): readonly (readonly [name: string, source: string])[] {
  const [source, specifiers] = [statement['source'], statement['specifiers']]
  const from = isNode(source) ? resolve(path, String(source['value'])) : null
  if (from === null || !Array.isArray(specifiers)) return []
  return specifiers.flatMap((one: unknown) => {
    if (!isNode(one)) return []
    const [local, imported] = [one['local'], one['imported']]
    if (!isNode(local)) return []
    const name = isNode(imported) ? String(imported['name']) : '*'
    return [[String(local['name']), `${from} ${name}`] as const]
  })
}

/** The names that a statement declares; none for other statements. */
function namesOf(declaration: Node): readonly string[] {
  const declared = declaration['declarations']
  const ids = Array.isArray(declared)
    ? declared.map((one) => (isNode(one) ? one['id'] : null))
    : [declaration.type.endsWith('Declaration') ? declaration['id'] : null]
  return ids.flatMap((id) => (isNode(id) && id.type === 'Identifier' ? [String(id['name'])] : []))
}

/** The identifiers in a part of the tree, but for names of properties. */
function mentionedIn(part: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const pending: unknown[] = [part]
  while (pending.length > 0) {
    const node = pending.pop()
    if (Array.isArray(node)) pending.push(...node)
    else if (isNode(node)) {
      if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(String(node['name']))
      for (const [key, value] of Object.entries(node))
        if ((key !== 'property' && key !== 'key') || node['computed'] === true) pending.push(value)
    }
  }
  return names
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
