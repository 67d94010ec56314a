// A build step that counts how often each branch of the tree's own code is taken, for a fuzzer that
// keeps the inputs which take a new one.
import { relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'

/** The branches of one file: `count` counters from `first` on. */
export interface EdgesOfFile {
  readonly path: string
  readonly first: number
  readonly count: number
}

/** Name of the file that lists the edges of all files, beside the built program. */
const EDGES_FILE = 'edges.json'

/** Returns the build plugin. The program it builds expects counters in `globalThis.fuzzEdges`. */
export function countEdges(): Plugin {
  const files: EdgesOfFile[] = []
  let next = 0
  return {
    name: 'count-edges',
    enforce: 'pre',
    transform(text, id) {
      const path = relative(process.cwd(), id)
      if (!/^(?:src\/state|workers\/core)\/.*\.tsx?$/.test(path)) return null
      const { code, count } = withEdges(path, text, next)
      files.push({ path, first: next, count })
      next += count
      return { code, map: null }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: EDGES_FILE, source: JSON.stringify(files) })
    },
  }
}

interface Span {
  readonly type: string
  readonly start: number
  readonly end: number
}

type Node = Span & Readonly<Record<string, unknown>>

/**
 * Returns the source text with a counter at the start of each function, branch, loop, case and
 * right-hand side of a logical operator.
 *
 * @param first number of the first counter
 */
export function withEdges(path: string, text: string, first: number): { code: string; count: number } {
  const insertions: { readonly at: number; readonly order: number; readonly text: string }[] = []
  let count = 0
  const hit = (): string => `fuzzEdges[${first + count++}]++`
  const insert = (at: number, order: number, added: string): void =>
    void insertions.push({ at, order, text: added })
  // Of what ends or begins at one place, the inner closes first and the outer opens first.
  const wrap = ({ start, end }: Span, before: string, after: string): void => {
    insert(start, -end, before)
    insert(end, -start - 1e9, after)
  }
  const statement = (node: Node): void => {
    if (node.type === 'BlockStatement') insert(node.start + 1, 0, `${hit()};`)
    else wrap(node, `{${hit()};`, '}')
  }
  const expression = (node: Node): void => wrap(node, `(${hit()},`, ')')
  const visit = (node: Node): void => {
    const child = (name: string): Node | null => asNode(node[name])
    const body = child('body')
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (body?.type === 'BlockStatement') statement(body)
        else if (body) expression(body)
        return
      case 'IfStatement':
        for (const branch of [child('consequent'), child('alternate')]) if (branch) statement(branch)
        return
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'CatchClause':
        if (body) statement(body)
        return
      case 'ConditionalExpression':
        for (const branch of [child('consequent'), child('alternate')]) if (branch) expression(branch)
        return
      case 'LogicalExpression': {
        const right = child('right')
        if (right) expression(right)
        return
      }
      case 'SwitchCase': {
        const [begun] = (node['consequent'] as readonly Node[] | undefined) ?? []
        if (begun) insert(begun.start, -1e9, `${hit()};`)
      }
    }
  }
  const pending: unknown[] = [parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    pending.push(...Object.values(node))
    const known = asNode(node)
    if (known) visit(known)
  }
  const pieces: string[] = []
  let at = 0
  for (const one of insertions.toSorted((left, right) => left.at - right.at || left.order - right.order)) {
    pieces.push(text.slice(at, one.at), one.text)
    at = one.at
  }
  const header = 'const fuzzEdges = globalThis.fuzzEdges ??= new Uint32Array(1 << 17);'
  return { code: `${header}${pieces.join('')}${text.slice(at)}`, count }
}

function asNode(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
    ? (value as Node)
    : null
}
