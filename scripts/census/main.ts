// `npm run census`: counts the product's files, lines, imports and banned words. `npm run census --
// journeys`: prints the files that a drop, a cut and `gprof -b -q` run, each with the first
// sentence of its comment, for docs/architecture.md. `npm run census -- texts`: prints all texts of
// the page, to be read in one go. `npm run census -- graph PROGRAM GMON`: what the graph of a profile shows.
import { readFileSync, readdirSync } from 'node:fs'
import { readArguments } from '../arguments.mjs'
import { findReferences } from '../imports.ts'
import { isTest } from '../layer-rules.ts'
import { countFiles, countLines, firstSentence, type Census, type CountedFile } from './count.ts'
import { GRAPH_HEADING, graphRow } from './graph.ts'
import { censusOf, readHouse } from './house.ts'
import { takeJourneys, type Journey, type Thread } from './journeys.ts'
import { pageTexts, readPageFiles } from './texts.ts'

const FOLDERS = ['src', 'workers'] as const

const ROWS: readonly (readonly [title: string, count: keyof Census])[] = [
  ['files', 'files'],
  ['lines', 'lines'],
  ['median lines of a file', 'medianLines'],
  ['imports per 1,000 lines', 'importsPer1000'],
  ['files with one importer', 'withOneImporter'],
  ['files of at most 20 lines', 'short'],
  ['targets of `import()`', 'dynamicTargets'],
  ['banned words per 10,000 words of comments', 'bannedPer10000'],
]

const { positionals } = readArguments('Usage: npm run census [-- journeys | texts | graph PROGRAM GMON...]', {
  allowPositionals: true,
})
if (positionals[0] === 'graph')
  console.log(`${GRAPH_HEADING}\n${await graphRow(positionals[1] ?? '', positionals.slice(2))}`)
else if (positionals[0] === 'journeys')
  for (const journey of await takeJourneys()) console.log(describe(journey))
else if (positionals[0] === 'texts') console.log(catalogue())
else console.log(`${table()}\n\n${house()}`)

/** The counts that say how far each file has one subject; `house.test.ts` holds them. */
function house(): string {
  const { sections, longFiles, linesOfLongFiles, homelessTests, ...others } = censusOf(readHouse())
  return [
    `section comments: ${sections.length}`,
    `files over 400 lines: ${longFiles.length} (${linesOfLongFiles} lines)`,
    `tests without a file that they import and are named after: ${homelessTests.length}`,
    `variables of modules: ${others.moduleVariables.length}, their caches: ${others.moduleCaches.length}`,
    `product lines: ${others.productLines}`,
  ].join('\n')
}

function table(): string {
  const files = FOLDERS.flatMap(productFiles)
  const counts = FOLDERS.map((folder) => countFiles(files, folder))
  const row = (title: string, cells: readonly (string | number)[]): string =>
    `| ${[title, ...cells].join(' | ')} |`
  return [
    row('', FOLDERS),
    row(
      '---',
      FOLDERS.map(() => '--:'),
    ),
    ...ROWS.map(([title, key]) =>
      row(
        title,
        counts.map((count) => count[key].toLocaleString('en-US')),
      ),
    ),
  ].join('\n')
}

/** Lists each file of the page and of the core's messages with its texts. */
function catalogue(): string {
  const parts: string[] = []
  for (const [path, source] of readPageFiles()) {
    const texts = pageTexts(path, source).map(({ line, kind, text }) => `  ${line} ${kind}: ${text}`)
    if (texts.length > 0) parts.push(`${path}\n${texts.join('\n')}`)
  }
  return parts.join('\n\n')
}

/** Returns the files that are built, without tests and test helpers. */
function productFiles(folder: string): readonly CountedFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !path.startsWith('workers/testing/'))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, references: findReferences(path, text) }
    })
}

/** Formats the journey as Markdown: a list for each thread, in the order of the first call. */
function describe({ name, threads }: Journey): string {
  const parts = threads.filter(({ paths }) => paths.length > 0).map(describeThread)
  return `## ${name}\n\n${parts.join('\n')}`
}

function describeThread({ name, paths }: Thread): string {
  const texts = paths.map((path) => readFileSync(path, 'utf8'))
  const lines = texts.reduce((sum, text) => sum + countLines(text), 0).toLocaleString('en-US')
  const counts = FOLDERS.map(
    (folder) => `${paths.filter((path) => path.startsWith(`${folder}/`)).length} in ${folder}`,
  )
  const list = paths.map((path, at) => `- \`${path}\`: ${firstSentence(texts[at] ?? '')}`)
  return `### ${name}: ${paths.length} files (${counts.join(', ')}), ${lines} lines\n\n${list.join('\n')}\n`
}
