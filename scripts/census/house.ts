// Counts that say how far each file has one subject, with the limits that a test holds.
import { readFileSync, readdirSync } from 'node:fs'
import { findReferences } from '../imports.ts'
import { isTest, resolve } from '../layer-rules.ts'
import { countLines } from './count.ts'

/** A file as the house sees it. */
export interface HouseFile {
  /** From the root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Lines beyond which a file is long. */
const LONG = 400

/** The counts. */
export interface HouseCensus {
  /** `//` comments at the left margin that introduce a second subject. */
  readonly sections: readonly string[]
  /** Files of more than 400 lines, with their lines. */
  readonly longFiles: readonly string[]
  readonly linesOfLongFiles: number
  /** Tests without a file of their name that they import. */
  readonly homelessTests: readonly string[]
  /** Variables of modules: `let` at the top level. */
  readonly moduleVariables: readonly string[]
  /** Maps and sets of modules that are filled while the program runs. */
  readonly moduleCaches: readonly string[]
  /** Assignments into the value of an earlier stage: the file of a candidate. */
  readonly stageAssignments: readonly string[]
  readonly productLines: number
}

/** Counts product files and their tests. */
export function censusOf(files: readonly HouseFile[]): HouseCensus {
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))
  const product = files.filter(({ path }) => !isTest(path) && !path.startsWith('workers/testing/'))
  const paths = new Set(product.map(({ path }) => path))
  const long = product.filter(({ text }) => countLines(text) > LONG)
  return {
    sections: product.flatMap(({ path, text }) => sectionsOf(text).map((line) => `${path}:${line}`)),
    longFiles: long.map(({ path, text }) => `${path}: ${countLines(text)}`),
    linesOfLongFiles: sum(long),
    homelessTests: tests.filter((test) => !hasHome(test, paths)).map(({ path }) => path),
    moduleVariables: matches(product, /^(?:export )?let (\w+)/gm),
    moduleCaches: matches(
      product,
      /^(?:export )?const (\w+)(?:: [^=]+)? = new (?:WeakMap|Map|Set)(?:<.*>)?\(\)$/gm,
    ),
    stageAssignments: matches(product, /\b(?!this\b)(\w+\.file) = /g),
    productLines: sum(product),
  }
}

const sum = (files: readonly HouseFile[]): number =>
  files.reduce((lines, { text }) => lines + countLines(text), 0)

function matches(files: readonly HouseFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => `${path}: ${name}`),
  )
}

/** Returns the lines (from 1) of comments between two blank lines below the head. */
function sectionsOf(text: string): readonly number[] {
  const lines = text.split('\n')
  const starts: number[] = []
  let hasCode = false
  lines.forEach((line, at) => {
    const isComment = line.startsWith('//')
    if (!isComment) {
      hasCode ||= line !== ''
      return
    }
    if (!hasCode || lines[at - 1] !== '') return
    let end = at
    while (lines[end]?.startsWith('//')) end++
    if (lines[end] === '') starts.push(at + 1)
  })
  return starts
}

/** Whether a test imports the file whose name it has, as `read.damage.test.ts` has that of `read.ts`. */
function hasHome({ path, text }: HouseFile, product: ReadonlySet<string>): boolean {
  const [, whole = '', name = whole] = /^((.*?)(?:\.[\w-]+)?)\.test\.tsx?$/.exec(path) ?? []
  const homes = [whole, name].flatMap((base) => [`${base}.ts`, `${base}.tsx`])
  return findReferences(path, text).some(({ target }) => {
    const to = resolve(path, target)
    return to !== null && homes.includes(to) && product.has(to)
  })
}

/** Reads the files of `src` and `workers`, without generated declarations and test helpers. */
export function readHouse(): readonly HouseFile[] {
  return ['src', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(
        (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('workers/testing/'),
      )
      .filter((path) => !path.startsWith('src/testing/'))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  )
}
