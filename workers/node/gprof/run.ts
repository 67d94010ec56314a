// `gmonscope gprof`: gprof's words → what gprof prints, through the same stages as the page, by gprof's policy.
import { withArcTimes } from '../../core/analysis/time/arc-times.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { listProfile } from '../../core/reports/listing/listing.ts'
import { runStages } from '../../core/stages/run-stages.ts'
import { expandResponseFiles } from './getopt.ts'
import { readAll, type GprofHost } from './host.ts'
import { GprofFailure, problemMessage } from './messages.ts'
import { openImage } from './open-image.ts'
import { HELP, parseOptions, SEE_HELP, VERSION, type GprofOptions } from './options.ts'
import { GprofPolicy } from './policy.ts'
import { printReports } from './print-reports.ts'

/** Arguments are binary strings, one character a byte. Answers the exit status. */
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
    const policy = new GprofPolicy(options, image, host)
    const { analyzed: passed, styles } = await runStages(policy, () => {})
    const hasGraph = styles.has('graph')
    const analyzed = hasGraph ? withArcTimes(passed) : passed
    const listing = listProfile(analyzed, {
      showUnused: options.showUnused,
      functionsOnly: options.byLine,
      keepsNameOrder: hasGraph,
    })
    await printReports({ options, styles, policy, image, analyzed, listing, host })
    return 0
  } catch (error) {
    if (error instanceof GprofFailure) host.stderr(error.message)
    else if (error instanceof ProblemError && error.problem.code !== 'bug')
      host.stderr(problemMessage(error.problem, options.image))
    else throw error
    return 1
  }
}
