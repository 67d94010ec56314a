// `npm run fuzz:gprof -- --cases N --seed S`: gprof and we, side by side over made-up command lines and files. `--with TEXT`
// passes over command lines without that text, `--lines` over programs without lines; `--sums` has each add up its profiles and
// go on with the sum. `--list` names the cases in which gprof is undefined; `--whole` makes no failure small, `--keep FOLDER`
// writes the small ones there. With `--write FOLDER` it compares nothing, but writes the files of that seed and prints how
// gprof would be called.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandsOf, filesOf, fuzzCase, type FuzzCase } from './fuzz-case.ts'
import { compareFuzzCase, type Verdict } from './fuzz-compare.ts'
import { inParallel, requireTools } from '../gprof/live-gprof.ts'
import { shrinkCase } from '../random/shrink-case.ts'

/** Disagreements that are made small; of the rest only the beginning is printed. */
const SHRUNK = 4
const PRINTED = 25

function textAfter(option: string): string | undefined {
  const at = process.argv.indexOf(option)
  return at < 0 ? undefined : process.argv[at + 1]
}

const numberAfter = (option: string, otherwise: number): number => Number(textAfter(option) ?? otherwise)

const hasOption = (option: string): boolean => process.argv.includes(option)

function caseOf(seed: number): FuzzCase {
  const one = fuzzCase(seed)
  return hasOption('--sums') ? { ...one, isChain: true } : one
}

async function shrink(failing: FuzzCase): Promise<FuzzCase> {
  let best = failing
  const disagree = async (one: FuzzCase): Promise<boolean> => {
    return (await compareFuzzCase(one)).kind === 'different'
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

const describe = ({ options, made, symbols, map }: FuzzCase): string =>
  `options: ${JSON.stringify(options.flat())}\n${JSON.stringify(
    { ...made, symbols, map },
    (key, value: unknown) =>
      key === 'bins' && Array.isArray(value)
        ? `${value.length} bins; ${value.flatMap((ticks, bin) => (ticks > 0 ? [`${bin}: ${ticks}`] : [])).join(', ')}`
        : key === 'bytes'
          ? Buffer.from(Object.values(value as object) as number[]).toString('hex')
          : value,
  )}`

function writeCase(one: FuzzCase, folder: string): void {
  const files = filesOf(one)
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  for (const args of commandsOf(one, files))
    console.log(['gprof', ...args.map((arg) => `'${arg}'`)].join(' '))
}

/** A crash of ours is a difference like any other. */
async function judge(seed: number): Promise<Verdict> {
  try {
    return await compareFuzzCase(caseOf(seed))
  } catch (error) {
    return {
      kind: 'different',
      difference: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

function hasDebugInformation(seed: number): boolean {
  const { lines, stabs } = fuzzCase(seed).made
  return (lines ?? stabs) !== undefined
}

const commandLine = (seed: number): string => `gprof ${fuzzCase(seed).options.flat().join(' ')}`

async function compareCases(cases: number, first: number): Promise<number> {
  const wanted = textAfter('--with')
  const seeds = Array.from({ length: cases }, (_, at) => first + at).filter(
    (seed) =>
      (wanted === undefined || commandLine(seed).includes(wanted)) &&
      (!hasOption('--lines') || hasDebugInformation(seed)),
  )
  let zeroed = 0
  const undefinedBy = new Map<string, number>()
  const failures: { readonly seed: number; readonly difference: string }[] = []
  await inParallel(seeds, 2, async (seed) => {
    const verdict = await judge(seed)
    if (verdict.kind === 'different') failures.push({ seed, difference: verdict.difference })
    else if (verdict.kind === 'same') zeroed += Number(verdict.zeroed)
    else {
      undefinedBy.set(verdict.why, (undefinedBy.get(verdict.why) ?? 0) + 1)
      if (hasOption('--list')) console.log(`${verdict.why}: seed ${seed}: ${commandLine(seed)}`)
    }
  })
  const undefinedCases = [...undefinedBy.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `${seeds.length} cases from seed ${first}: ${failures.length} differences, ${undefinedCases} where gprof is undefined`,
  )
  for (const [why, count] of undefinedBy) console.log(`  ${count}: ${why}`)
  if (zeroed > 0) console.log(`  ${zeroed} of those alike: with gprof's fresh memory all zero`)
  for (const [at, { seed, difference }] of failures.slice(0, PRINTED).entries()) {
    console.log(`\nseed ${seed}: ${commandLine(seed)}\n${difference.slice(0, 1500)}`)
    if (at >= SHRUNK || hasOption('--whole')) continue
    const small = await shrink(caseOf(seed))
    const verdict = await compareFuzzCase(small)
    const kept = textAfter('--keep')
    if (kept !== undefined) writeCase(small, join(kept, String(seed)))
    const smaller = verdict.kind === 'different' ? verdict.difference : ''
    console.log(`as small as it gets:\n${describe(small)}\n${smaller}`.slice(0, 5000))
  }
  return failures.length
}

await requireTools(['gprof', 'gcc', 'timeout'])
const seed = numberAfter('--seed', 1)
const folder = textAfter('--write')
if (folder !== undefined) writeCase(caseOf(seed), folder)
else if ((await compareCases(numberAfter('--cases', 1000), seed)) > 0) process.exitCode = 1
