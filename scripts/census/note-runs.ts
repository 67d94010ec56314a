// A build step that makes every function of the tree add its file to the global set `filesThatRan`
// when it is called. Constants evaluated while a file loads do not count.
import { relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'

/** Returns the build plugin. */
export function noteRuns(): Plugin {
  return {
    name: 'note-runs',
    enforce: 'pre',
    transform(text, id) {
      const path = relative(process.cwd(), id)
      return /^(?:src|workers)\/.*\.tsx?$/.test(path) ? { code: noteRunsOf(path, text), map: null } : null
    },
  }
}

interface Insertion {
  readonly at: number
  readonly text: string
}

/** Returns the source text with a call added at the start of each function. */
export function noteRunsOf(path: string, text: string): string {
  const insertions: Insertion[] = []
  const pending: unknown[] = [parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    pending.push(...Object.values(node))
    if (isFunction(node)) insertions.push(...insertionsOf(node.body))
  }
  let noted = text
  for (const { at, text: note } of insertions.toSorted((one, other) => other.at - one.at))
    noted = noted.slice(0, at) + note + noted.slice(at)
  return `const noteRun = () => { (globalThis.filesThatRan ??= new Set()).add(${JSON.stringify(path)}) };\n${noted}`
}

interface Body {
  readonly type: string
  readonly start: number
  readonly end: number
}

function isFunction(node: object): node is { readonly body: Body } {
  if (!('type' in node) || !('body' in node) || node.body === null) return false
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(String(node.type))
}

function insertionsOf({ type, start, end }: Body): readonly Insertion[] {
  if (type === 'BlockStatement') return [{ at: start + 1, text: 'noteRun();' }]
  return [
    { at: start, text: '(noteRun(),' },
    { at: end, text: ')' },
  ]
}
