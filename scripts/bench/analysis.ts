// The analysis alone, without sorting or printing: the same work as floor.c, at our full precision,
// with the engine options that the command line uses for such files.
import { analyzeProfile } from '../../workers/core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { readProfile } from '../../workers/core/formats/gmon/read.ts'
import { readExecutable } from '../../workers/core/formats/registry.ts'
import { buildProfile } from '../../workers/core/profile/build-profile.ts'
import { ProfileSum } from '../../workers/core/profile/sum-profiles.ts'
import { HOST } from '../../workers/core/symbols/target-rules.ts'
import { selectFunctions } from '../../workers/core/symbols/symbol-table.ts'
import { finish } from '../../workers/core/base/yielder.ts'
import { boundsOf, MOST_JOINED_IN_PAGE } from '../../workers/core/trust/bounds/bounds.ts'
import { openFile } from '../../workers/node/gprof/host.ts'
import { setEngineOptions } from '../../workers/node/gprof/engine-options.ts'

/**
 * Returns seconds of processor time from opening the files to the last time propagated along an
 * arc, without Node's own start; with `bounds` the seconds from there to the bounds of all functions
 * and arcs, with the page's limit of work.
 */
export async function analyse(executable: string, profile: string, bounds = false): Promise<number> {
  const start = process.cpuUsage()
  await setEngineOptions([Buffer.from(profile)])
  const program = openFile(executable, Buffer.from(executable))
  const recorded = openFile(profile, Buffer.from(profile))
  const raw = await readExecutable(program.source)
  const symbols = selectFunctions(HOST.symbolsOf(raw), raw.textLast)
  const sum = new ProfileSum(symbols)
  sum.add(await readProfile(recorded.source, raw), [], false)
  const analyzed = analyzeProfile(buildProfile(sum.result()), EMPTY_SCENARIO)
  const from = bounds ? process.cpuUsage() : start
  if (bounds) finish(boundsOf(analyzed, MOST_JOINED_IN_PAGE))
  const { user, system } = process.cpuUsage(from)
  program.close()
  recorded.close()
  return (user + system) / 1e6
}
