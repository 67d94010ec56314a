// `gmonscope compare`: compares a gprof listing with the listing of the profile.
import { verifyListing } from '../../core/verify-listing/verify-listing.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { identifyOne } from '../../core/inputs/identify-files.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { comparisonLines, countsText } from '../../core/reports/verify-listing.ts'
import { UsageError, type Arguments, type Command } from '../arguments.ts'
import { openFileSource } from '../file-source.ts'
import { FAILED, OK, type CommandLineIo } from '../io.ts'
import { openFiles } from '../open-files.ts'

/** The command that compares a listing with its profile. */
export const COMPARE_COMMAND: Command = {
  name: 'compare',
  operands: 'LISTING EXECUTABLE [GMON...]',
  summary: "tells every line in which gprof's listing differs from ours",
  about: `
Prints the profile the way LISTING was printed (its options are told from the text) and lays
both side by side, each line with the one about the same thing, wherever that stands. Lines
of the listing are marked -, ours +, with the reason where one is known. Exits with 0 if all lines are the
same, 1 if some differ, 2 if the files are no good.

  gprof prog gmon.out > listing.txt
  gmonscope compare listing.txt prog gmon.out`,
  options: [],
  troubleStatus: 2,
  run: runCompare,
}

async function runCompare(args: Arguments, io: CommandLineIo): Promise<number> {
  const [path, ...files] = args.files
  if (path === undefined || files.length === 0)
    throw new UsageError('compare needs a listing, and the program and profiles it was made of')
  const source = await openFileSource(path)
  try {
    const { kind } = await identifyOne(source)
    if (kind !== 'listing' && kind !== 'unknown') throw notListing(path)
    const opened = await openFiles(files, { scenario: EMPTY_SCENARIO, asMeasured: true }, io)
    const comparison = await verifyListing(source, opened).catch((error: unknown) => {
      throw kind === 'unknown' && isNothingFound(error) ? notListing(path) : error
    })
    const { differing, onlyTheirs, onlyOurs } = comparison
    const isSame = differing + onlyTheirs + onlyOurs === 0
    if (isSame) io.stdout(Buffer.from(`${countsText(comparison)}\n`))
    else for (const line of comparisonLines(comparison)) io.stdout(Buffer.from(`${line}\n`))
    return isSame ? OK : FAILED
  } finally {
    await source.close()
  }
}

const notListing = (path: string): UsageError =>
  new UsageError(
    `${path} is no listing (gprof's flat profile or call graph); that comes first, the program and its profiles after it`,
  )

/** A text without a heading may still contain rows. */
const isNothingFound = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'listing/nothing-found'
