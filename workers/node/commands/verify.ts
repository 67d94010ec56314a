// `gmonscope verify`: verifies a gprof listing against its profile.
import { verifyListing } from '../../core/verify-listing/verify-listing.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { identifyOne } from '../../core/inputs/identify-files.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { comparisonLines, countsText } from '../../core/reports/verify-listing.ts'
import { shiftOf, UsageError, type Arguments, type Command } from '../arguments.ts'
import { openFileSource } from '../file-source.ts'
import { FAILED, OK, type CommandLineIo } from '../io.ts'
import { openFiles } from '../open-files.ts'

/** The command that verifies a gprof listing against its profile. */
export const VERIFY_COMMAND: Command = {
  name: 'verify',
  otherName: 'compare',
  operands: 'LISTING EXECUTABLE [GMON...]',
  summary: 'verifies a gprof listing: prints each line that differs from ours',
  about: `
Prints the profile with the options that LISTING was printed with, which follow from its
text, and pairs lines about the same thing, whatever their order. Prints each pair that
differs: the listing's line marked -, ours marked +, with the reason where it is known.
Exits with 0 if all lines are the same, 1 if some differ, 2 if files cannot be used.
"gmonscope compare" is the same command.

  gprof prog gmon.out > listing.txt
  gmonscope verify listing.txt prog gmon.out`,
  options: [],
  troubleStatus: 2,
  run: runVerify,
}

async function runVerify(args: Arguments, io: CommandLineIo): Promise<number> {
  const [path, ...files] = args.files
  if (path === undefined || files.length === 0)
    throw new UsageError('verify needs a listing, and the program and profiles it was made of')
  const source = await openFileSource(path)
  try {
    const { kind } = await identifyOne(source)
    if (kind !== 'listing' && kind !== 'unknown') throw notListing(path)
    const opened = await openFiles(
      files,
      { scenario: EMPTY_SCENARIO, asMeasured: true, shift: shiftOf(args) },
      io,
    )
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
    `${path} is not a gprof listing (flat profile or call graph): name the listing first, then the program and its profiles`,
  )

/** A text without a heading may still contain rows. */
const isNothingFound = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'listing/nothing-found'
