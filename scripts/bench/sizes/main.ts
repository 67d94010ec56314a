// `npm run bench:sizes`: time and peak memory of the command line at the limits. `gprof` prints
// both reports; `summary` opens the files as the page does. Prints a table; --scale 0.01 makes all
// cases smaller; --only TEXT takes those with this text in their title.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../../arguments.mjs'
import { costOf, type Cost } from '../measure.ts'
import { sizeCases } from './write-files.ts'

const { values: options } = readArguments('Usage: npm run bench:sizes -- [--scale N] [--only TEXT]', {
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})

const COMMAND = 'dist/cli/gmonscope.mjs'
const WAYS = [['gprof', '-b', '-p', '-q'], ['summary']] as const

console.log(
  '| case | gprof: seconds | processor | MB | opened as in the page: seconds | processor | MB |\n| --- | --: | --: | --: | --: | --: | --: |',
)
for (const { title, write } of sizeCases(Number(options.scale))) {
  if (!title.includes(options.only)) continue
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-sizes-'))
  try {
    const files = write(folder)
    const cells: string[] = []
    for (const way of WAYS) cells.push(...(await measured([COMMAND, ...way, ...files])))
    console.log(`| ${title} | ${cells.join(' | ')} |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seconds by the clock, of the processor, and the most memory held; or the reason of a failure. */
async function measured(args: readonly string[]): Promise<readonly string[]> {
  try {
    const { wall, cpu, memory }: Cost = await costOf(process.execPath, args, '/dev/null')
    return [wall.toFixed(1), cpu.toFixed(1), memory.resident.toFixed(0)]
  } catch (error) {
    process.exitCode = 1
    console.error(String(error).slice(0, 2000))
    return ['failed', '', '']
  }
}
