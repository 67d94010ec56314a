// `npm run census`: counts how far each file has one subject, and lists what it counts. `npm run census --
// journeys`: prints the files that a drop, a cut and `gprof -b -q` run, each with the first
// sentence of its comment, for docs/architecture.md. `npm run census -- texts`: prints all texts of
// the page, to be read in one go. `npm run census -- graph PROGRAM GMON`: what the graph of a profile shows.
import { readFileSync } from 'node:fs'
import { readArguments } from '../arguments.mjs'
import { isTest } from '../layer-rules.ts'
import { findApartExports } from './apart.ts'
import { countLines, firstSentence } from './count.ts'
import { countEvening, listedFiles } from './evening.ts'
import { GRAPH_HEADING, graphRow } from './graph.ts'
import { censusOf, readHouse } from './house.ts'
import { takeJourneys, type Journey, type Thread } from './journeys.ts'
import { pageTexts, readPageFiles } from './texts.ts'

const { positionals } = readArguments('Usage: npm run census [-- journeys | texts | graph PROGRAM GMON...]', {
  allowPositionals: true,
})
if (positionals[0] === 'graph')
  console.log(`${GRAPH_HEADING}\n${await graphRow(positionals[1] ?? '', positionals.slice(2))}`)
else if (positionals[0] === 'journeys')
  for (const journey of await takeJourneys()) console.log(describe(journey))
else if (positionals[0] === 'texts') console.log(catalogue())
else console.log(house())

/** The counts that say how far each file has one subject, and the evening's reading; tests hold them. */
function house(): string {
  const files = readHouse()
  const { productLines, linesOfLongFiles, ...lists } = censusOf(files)
  const apart = findApartExports(files.filter(({ path }) => !isTest(path)))
  const read = (path: string): string => readFileSync(path, 'utf8')
  const evening = countEvening(listedFiles(read('docs/architecture.md')), read)
  const titles: Readonly<Record<keyof typeof lists, string>> = {
    sections: 'section comments',
    longFiles: `files over 400 lines, ${linesOfLongFiles} lines in all`,
    homelessTests: 'tests without a file that they import and are named after',
    moduleVariables: 'variables of modules',
    moduleCaches: 'caches of modules',
    stageAssignments: "assignments into an earlier stage's value",
  }
  return [
    ...Object.entries(lists).map(([count, items]) => counted(titles[count as keyof typeof lists], items)),
    counted(
      'files with exports that no reference joins',
      apart.map(({ path, groups }) => `${path}: ${groups.map((group) => group.join(', ')).join(' | ')}`),
    ),
    `the evening's reading: ${evening.files} files, ${evening.lines} lines`,
    counted(`files that it imports, ${evening.importedLines} lines`, evening.imported),
    `product lines: ${productLines}`,
  ].join('\n')
}

function counted(title: string, items: readonly string[]): string {
  return [`${title}: ${items.length}`, ...items.map((item) => `  ${item}`)].join('\n')
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

/** Formats the journey as Markdown: a list for each thread, in the order of the first call. */
function describe({ name, threads }: Journey): string {
  const parts = threads.filter(({ paths }) => paths.length > 0).map(describeThread)
  return `## ${name}\n\n${parts.join('\n')}`
}

function describeThread({ name, paths }: Thread): string {
  const texts = paths.map((path) => readFileSync(path, 'utf8'))
  const lines = texts.reduce((sum, text) => sum + countLines(text), 0).toLocaleString('en-US')
  const counts = ['src', 'workers'].map(
    (folder) => `${paths.filter((path) => path.startsWith(`${folder}/`)).length} in ${folder}`,
  )
  const list = paths.map((path, at) => `- \`${path}\`: ${firstSentence(texts[at] ?? '')}`)
  return `### ${name}: ${paths.length} files (${counts.join(', ')}), ${lines} lines\n\n${list.join('\n')}\n`
}
