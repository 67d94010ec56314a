// Finds the texts of the page in source files, so that they can be read in one go and held to the
// style guide. `npm run census -- texts` prints them.
import { readFileSync, readdirSync } from 'node:fs'
import { parseSync } from 'vite'
import { isTest } from '../layer-rules.ts'

type Kind = 'label' | 'heading' | 'name' | 'sentence'

/** A text as the page shows it; each value put into it is "…". */
export interface PageText {
  readonly line: number
  /** `label`: on a button or a column. `heading`: also of a field. `name`: read out. */
  readonly kind: Kind
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** The kinds of texts in elements; of all others, `sentence`. */
const KINDS: Readonly<Record<string, Kind>> = {
  button: 'label',
  th: 'label',
  option: 'label',
  legend: 'label',
  label: 'heading',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  summary: 'heading',
}
/** The kinds of texts in attributes that are shown or read out. */
const ATTRIBUTES: Readonly<Record<string, Kind>> = {
  label: 'name',
  'aria-label': 'name',
  alt: 'name',
  placeholder: 'name',
  heading: 'heading',
  title: 'sentence',
  hint: 'sentence',
  'aria-description': 'sentence',
}
/** Attributes that are not: what is in them is no text. */
const SILENT = /^(?:className|style|d|key|id|role|type|href|transform|view|name|points|fill|stroke|.*Id)$/
/** Two words or more, or one that begins with a capital letter. */
const PROSE =
  /^[^\s\w]?[A-Z][a-z]+(?:$|[\s.,:;…(’])|[a-z’]{2}[,.:;]? …?[(“]?[A-Za-z]{2}|… [a-z]{2}|[a-z]{2}[,:]? …/
/** Strings of code: paths, selectors, values of CSS, media types, command lines. */
const CODE =
  /^[./#@]|[{}<>=;|\\]|^\w+\/[\w.+-]+(?:$|;)|^-|\bvar\(|^(?:\d+(?:px|fr|%|ms)|minmax|calc|translate)/

/** Folders with texts of the page. */
const FOLDERS = ['src', 'workers/core/reports']
/** What they hold besides: gprof's own texts, and files for other tools. */
const OTHER = /^src\/testing\/|^workers\/core\/reports\/(?:exports|text)\//

/** Reads the files that have texts of the page: path and source. */
export function readPageFiles(): readonly (readonly [path: string, source: string])[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !OTHER.test(path))
      .toSorted(),
  ).map((path) => [path, readFileSync(path, 'utf8')])
}

/** Returns the texts of a file, in order. */
export function pageTexts(path: string, source: string): readonly PageText[] {
  const { program } = parseSync(path, source)
  const texts: PageText[] = []
  const lineOf = lineFinder(source)

  const add = (node: Node, kind: Kind, text: string): void => {
    const shown = text.replaceAll(/\s+/g, ' ').trim()
    if (/[A-Za-z]{2}/.test(shown)) texts.push({ line: lineOf(node.start), kind, text: shown })
  }

  const visit = (value: unknown, kind: Kind): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, kind)
      return
    }
    if (!isNode(value)) return
    const node = value
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportAllDeclaration':
      case 'ThrowStatement':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'JSXElement':
      case 'JSXFragment':
        visitElement(node, kind)
        return
      case 'JSXAttribute':
        visitAttribute(node, kind)
        return
      case 'BinaryExpression':
        // What is compared is no text; what is put together is one.
        if (node['operator'] === '+') addProse(node, kind)
        else
          for (const side of [node['left'], node['right']])
            if (isNode(side) && side.type !== 'Literal') visit(side, kind)
        return
      case 'SwitchCase':
        visit(node['consequent'], kind)
        return
      case 'Property':
        visit(node['value'], kind)
        return
      case 'TemplateLiteral':
      case 'Literal':
        addProse(node, kind)
        return
      default:
        visitChildren(node, kind)
    }
  }

  const visitChildren = (node: Node, kind: Kind): void => {
    for (const key of Object.keys(node)) if (key !== 'type') visit(node[key], kind)
  }

  const addProse = (node: Node, kind: Kind): void => {
    const text = textOf(node)
    if (PROSE.test(text) && !CODE.test(text)) add(node, kind, text)
    for (const inner of expressionsIn(node)) visit(inner, kind)
  }

  const visitAttribute = (node: Node, kind: Kind): void => {
    const name = nameOf(node['name'])
    const value = node['value']
    if (!isNode(value) || SILENT.test(name) || name.startsWith('data-')) return
    const shown = ATTRIBUTES[name]
    if (shown && value.type === 'Literal') add(value, shown, textOf(value))
    else visit(value, shown ?? kind)
  }

  // The text of an element is one: its words, "…" for each value, and what is in inline elements.
  const visitElement = (node: Node, kind: Kind): void => {
    const opening = node['openingElement']
    const name = isNode(opening) ? nameOf(opening['name']) : ''
    const inner = KINDS[name] ?? (name.endsWith('Button') ? 'label' : kind)
    if (isNode(opening)) visit(opening['attributes'], 'sentence')
    const children = (node['children'] as readonly Node[]) ?? []
    const words = children
      .map((child) => (child.type === 'JSXText' ? String(child['value']) : valueIn(child)))
      .join('')
    if (children.some((child) => child.type === 'JSXText' && /[A-Za-z]{2}/.test(String(child['value']))))
      add(node, inner, words)
    for (const child of children) if (child.type !== 'JSXText') visit(child, inner)
  }

  visit(program.body, 'sentence')
  return texts
}

/** Returns what a child of an element contributes to its text. */
function valueIn(child: Node): string {
  if (child.type !== 'JSXExpressionContainer') return child.type === 'JSXElement' ? '…' : ''
  const expression = child['expression']
  if (!isNode(expression) || expression.type === 'JSXEmptyExpression') return ''
  return expression.type === 'Literal' ? textOf(expression) : '…'
}

/** Returns the text of a literal, a template or a sum of them. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '…'
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
    return quasis.map(({ value }) => value.cooked).join('…')
  }
  if (node.type === 'BinaryExpression' && node['operator'] === '+')
    return textOf(node['left'] as Node) + textOf(node['right'] as Node)
  return '…'
}

function expressionsIn(node: Node): readonly unknown[] {
  if (node.type === 'TemplateLiteral') return node['expressions'] as readonly unknown[]
  if (node.type !== 'BinaryExpression') return []
  return [node['left'], node['right']].flatMap((side) =>
    isNode(side) &&
    (side.type === 'Literal' || side.type === 'TemplateLiteral' || side.type === 'BinaryExpression')
      ? expressionsIn(side)
      : [side],
  )
}

function nameOf(name: unknown): string {
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : ''
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Returns a function from an offset to its line, counted from 1. */
function lineFinder(source: string): (offset: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
