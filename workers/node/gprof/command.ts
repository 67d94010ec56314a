// `gmonscope gprof` on the process's own streams: from gprof's arguments to gprof's output, through the stages
// of the page.
import { TextBytes } from '../../core/reports/text/text-bytes.ts'
import type { CommandLineIo } from '../io.ts'
import { progressOn } from '../progress.ts'
import { visibleBytes, visibleOutput } from '../visible-output.ts'
import { wordBytes } from '../process-streams.ts'
import { type GprofHost, nameBytes, nodeHost, readAll } from './host.ts'
import { setEngineOptions } from './engine-options.ts'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { listProfile } from '../../core/reports/listing/listing.ts'
import { expandResponseFiles } from './gnu-arguments.ts'
import { type GprofOptions, HELP, parseOptions, SEE_HELP, VERSION } from './options.ts'
import { GprofFailure, problemMessage } from './messages.ts'
import { openImage } from './open-image.ts'
import { sumRuns } from './sum-runs.ts'
import { buildGprofProfile } from './build-profile.ts'
import { printReports } from './print-reports.ts'

/**
 * Runs the command and returns its exit status. Output is gprof's bytes, except on a terminal.
 * Text and names of files are handled as bytes, one character per byte.
 */
export async function runGprofCommand(args: readonly string[], io: CommandLineIo): Promise<number> {
  const progress = progressOn(io)
  const shown = io.isTerminal?.stdout === true ? visibleOutput(io.stdout) : null
  const stdout = new TextBytes((piece) => {
    progress.end()
    if (shown === null) io.stdout(piece)
    else shown.write(piece)
  })
  const stderr = (text: string): void => {
    progress.end()
    io.stderr(io.isTerminal?.stderr === true ? visibleBytes(text) : Buffer.from(text, 'latin1'))
  }
  const bytes = wordBytes(args).map((word) => word.toString('latin1'))
  const host = nodeHost({ stdout, stderr, progress })
  const expect = (names: readonly string[]): Promise<void> => setEngineOptions(names.map(nameBytes))
  const status = await runGprof(bytes, { ...host, expect })
  stdout.end()
  shown?.end()
  return status
}

/**
 * Runs `gmonscope gprof` on a host and returns its exit status.
 *
 * @param args binary strings, one character per byte
 */
export async function runGprof(args: readonly string[], host: GprofHost): Promise<number> {
  const expanded = await expandResponseFiles(args, (name) => readAll(name, host))
  if ('mistake' in expanded) {
    host.stderr(`gprof: ${expanded.mistake}\n`)
    return 1
  }
  const parsed = parseOptions(expanded.args, host.operandsEndOptions)
  switch (parsed.kind) {
    case 'help':
      host.stdout.text(HELP)
      return 0
    case 'version':
      host.stdout.text(VERSION)
      return 0
    case 'mistake':
      host.stderr(parsed.usage ? parsed.message + SEE_HELP : parsed.message)
      return 1
    case 'run':
      return runOptions(parsed.options, host)
  }
}

async function runOptions(options: GprofOptions, host: GprofHost): Promise<number> {
  try {
    await host.expect?.(options.profiles)
    const image = await openImage(options, host)
    const sum = await sumRuns(options, image, host)
    const { profile, styles } = await buildGprofProfile(sum, options, image, host)
    const { graph, time } = sum.profiles.filters
    const analyzed = analyzeProfile(profile, EMPTY_SCENARIO, {
      graphOnly: graph.only,
      graphWithout: graph.without,
      timeOnly: time.only,
      timeWithout: time.without,
    })
    const hasGraph = styles.has('graph')
    const listing = listProfile(analyzed, {
      showUnused: options.showUnused,
      functionsOnly: options.byLine,
      keepsNameOrder: hasGraph,
    })
    await printReports({ options, styles, sum, image, analyzed, listing, host })
    return 0
  } catch (error) {
    if (error instanceof GprofFailure) host.stderr(error.message)
    else if (error instanceof ProblemError && error.problem.code !== 'bug')
      host.stderr(problemMessage(error.problem, options.image))
    else throw error
    return 1
  }
}
