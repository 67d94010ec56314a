// `npm run fuzz:gprof -- --cases N --seed S`: gprof and we, side by side over made-up command lines and files. With
// `--write FOLDER` it compares nothing, but writes the files of that seed and prints their command line.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argumentsOf, compareFuzzCase, filesOf, fuzzCase, UNDEFINED, type FuzzCase } from './fuzz-case.ts'
import { inParallel, requireTools } from './live-gprof.ts'
import { shrinkCase } from './shrink-case.ts'

/** Disagreements that are made small; of the rest only the beginning is printed. */
const SHRUNK = 4
const PRINTED = 25

function numberAfter(option: string, otherwise: number): number {
  const at = process.argv.indexOf(option)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}

async function shrink(failing: FuzzCase): Promise<FuzzCase> {
  let best = failing
  const disagree = async (one: FuzzCase): Promise<boolean> => {
    const difference = await compareFuzzCase(one)
    return difference !== null && difference !== UNDEFINED
  }
  for (let at = 0; at < best.options.length;) {
    const fewer = { ...best, options: best.options.filter((_, other) => other !== at) }
    if (await disagree(fewer)) best = fewer
    else at++
  }
  if (best.damaged !== null) return best
  const made = await shrinkCase(best.made, (smaller) => disagree({ ...best, made: smaller }), 250)
  return { ...best, made }
}

const describe = ({ options, made, symbols }: FuzzCase): string =>
  `options: ${JSON.stringify(options.flat())}\n${JSON.stringify(
    { ...made, symbols },
    (key, value: unknown) =>
      key === 'bins' && Array.isArray(value)
        ? `${value.length} bins; ${value.flatMap((ticks, bin) => (ticks > 0 ? [`${bin}: ${ticks}`] : [])).join(', ')}`
        : key === 'bytes'
          ? Buffer.from(Object.values(value as object) as number[]).toString('hex')
          : value,
  )}`

function writeCase(seed: number, folder: string): void {
  const one = fuzzCase(seed)
  const files = filesOf(one)
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  console.log(['gprof', ...argumentsOf(one, files).map((arg) => `'${arg}'`)].join(' '))
}

async function compareCases(cases: number, first: number): Promise<number> {
  let undefinedCases = 0
  const failures: { readonly seed: number; readonly difference: string }[] = []
  const seeds = Array.from({ length: cases }, (_, at) => first + at)
  await inParallel(seeds, 2, async (seed) => {
    let difference: string | null
    try {
      difference = await compareFuzzCase(fuzzCase(seed))
    } catch (error) {
      difference = error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
    if (difference === UNDEFINED) undefinedCases++
    else if (difference !== null) failures.push({ seed, difference })
  })
  console.log(
    `${cases} cases from seed ${first}: ${failures.length} differences, ${undefinedCases} where gprof is undefined`,
  )
  for (const [at, { seed, difference }] of failures.slice(0, PRINTED).entries()) {
    const { options } = fuzzCase(seed)
    console.log(`\nseed ${seed}: gprof ${options.flat().join(' ')}\n${difference.slice(0, 1500)}`)
    if (at >= SHRUNK || process.argv.includes('--whole')) continue
    const small = await shrink(fuzzCase(seed))
    console.log(
      `as small as it gets:\n${describe(small)}\n${(await compareFuzzCase(small)) ?? ''}`.slice(0, 5000),
    )
  }
  return failures.length
}

await requireTools(['gprof', 'timeout'])
const seed = numberAfter('--seed', 1)
const folderAt = process.argv.indexOf('--write') + 1
const folder = folderAt > 0 ? process.argv[folderAt] : undefined
if (folder !== undefined) writeCase(seed, folder)
else if ((await compareCases(numberAfter('--cases', 1000), seed)) > 0) process.exitCode = 1
